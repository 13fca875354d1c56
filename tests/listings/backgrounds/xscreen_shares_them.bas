' source: machine reference, 1.2 and 5.7.
BGPUT 0,0,0,5:XSCREEN 2,512,3:PRINT BGGET(0,0,0) ' expect: 0
BGPUT 2,0,0,7:DISPLAY 1:A=BGGET(0,0,0)
BGPUT 0,0,0,9:DISPLAY 0:PRINT A;BGGET(2,0,0);BGGET(0,0,0) ' expect: 070
BGPUT 3,0,0,1 ' error: Out of range
