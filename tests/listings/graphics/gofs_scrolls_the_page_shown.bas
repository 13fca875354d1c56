' source: machine reference, 3.1 (published programs)
GOFS OUT X,Y:PRINT X;Y ' expect: 00
GOFS 5,-7:GOFS OUT X,Y:PRINT X;Y ' expect: 5-7
GPSET 5,0,#RED:PRINT GSPOIT(5,0)==#RED ' expect: 1
GCLS:GOFS OUT X,Y:PRINT X;Y ' expect: 5-7
