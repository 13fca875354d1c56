' source: a VSYNC that waits begins a new frame, and all of its budget is there again
FOR I=0 TO 3000:NEXT
@L:INC A:VSYNC:IF A<300 THEN GOTO @L
FOR I=0 TO 26000:NEXT
PRINT MAINCNT ' expect: 300
