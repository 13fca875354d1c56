' source: machine reference, 5.7, BGCOORD (measured).
BGOFS 0,10,20:BGHOME 0,3,4:BGSCALE 0,2,.5
BGCOORD 0,8,8 OUT X,Y:PRINT X;",";Y ' expect: 9,-12
BGCOORD 0,9,-12,2 OUT X,Y:PRINT X;",";Y ' expect: 8,8
BGCOORD 0,100,4,1 OUT X,Y:PRINT X;",";Y ' expect: 3,2
BGCOORD 0,-20,4,1 OUT X,Y:PRINT X;",";Y ' expect: -1,2
BGCOORD 0,0,0,3 OUT X,Y ' error: Out of range
