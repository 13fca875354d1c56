' source: a VSYNC that waits begins a new frame, and all of its budget is there again
FOR I=0 TO 20000:NEXT
FRAME
FOR I=0 TO 20000:NEXT
PRINT MAINCNT ' expect: 1
DEF FRAME
VSYNC
END
