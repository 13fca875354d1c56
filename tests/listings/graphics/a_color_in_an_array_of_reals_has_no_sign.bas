' source: machine reference, 3.11 (measured)
GPSET 0,0,#RED:DIM W[0],V%[0]
GSAVE 0,0,1,1,W,0:PRINT W[0] ' expect: 4294443008
GSAVE 0,0,1,1,V%,0:PRINT V%[0]==#RED ' expect: 1
GLOAD 5,5,1,1,W,0,1:GLOAD 6,5,1,1,V%,0,1
PRINT GSPOIT(5,5)==#RED;GSPOIT(6,5)==#RED ' expect: 11
SAVE "DAT:C",W:DIM R[0]:LOAD "DAT:C",R:PRINT R[0] ' expect: 4294443008
