' source: machine reference, 5.7, BGCOORD (measured: the first).
BGROT 0,90:BGCOORD 0,16,0 OUT X,Y:PRINT X;",";Y ' expect: -1,15
BGROT 0,270:BGCOORD 0,16,0 OUT X,Y:PRINT X;",";Y ' expect: -1,-17
BGROT 0,90:BGCOORD 0,-1,15,2 OUT X,Y:PRINT X;",";Y ' expect: 15,1
BGROT 0,270:BGCOORD 0,3,16,2 OUT X,Y:PRINT X;",";Y ' expect: -16,3
BGROT 0,360:BGCOORD 0,16,0 OUT X,Y:PRINT X;",";Y ' expect: 16,0
