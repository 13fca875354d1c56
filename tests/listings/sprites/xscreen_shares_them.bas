' source: machine reference, 1.2 and 5.1 (measured), but that XSCREEN clears them.
SPSET 0,0:XSCREEN 2,10,2:PRINT SPUSED(0) ' expect: 0
SPSET 9,0:DISPLAY 1:PRINT SPSET(0);SPUSED(9)
SPSET 501,0:DISPLAY 0
PRINT SPUSED(9);SPSET(9,20,0) ' expect: 1-1
SPSET 10,0 ' error: Out of range
