' source: machine reference, 5.2, SPLINK (measured); 5.1, only coordinates are inherited.
SPSET 0,0:SPSET 1,0:SPSET 2,0
SPLINK 1,0:SPLINK 2,1
SPOFS 0,100,50:SPOFS 1,10,5:SPOFS 2,1,1
SPOFS 2 OUT X,Y:PRINT X;Y;SPLINK(2);SPLINK(0) ' expect: 111-1
SPCOL 2:PRINT SPHITRC(2,112,57,4,4);SPHITRC(2,0,0,9,9) ' expect: 10
SPUNLINK 2:PRINT SPLINK(2);SPHITRC(2,0,0,9,9) ' expect: -11
SPLINK 0,1 ' error: Illegal function call
