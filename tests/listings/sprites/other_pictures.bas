' source: machine reference, 5.2, SPCHR (measured).
SPDEF 100,40,48,24,32,7,9,&H21
SPSET 0,0:SPOFS 0,5,6:SPROT 0,30
SPCHR 0,100
SPCHR 0 OUT D:SPHOME 0 OUT X,Y:PRINT D;",";X;",";Y ' expect: 100,7,9
SPOFS 0 OUT X,Y:PRINT X;Y;SPROT(0) ' expect: 5630
SPCHR 0,,,8,,:SPCHR 0 OUT U,V,W,H,A:PRINT U;",";V;",";W;",";H;",";A ' expect: 40,48,8,32,33
SPCHR 0 OUT D:PRINT D ' expect: 0
SPCHR 0,1,2:SPCHR 0 OUT U,V,W,H,A:PRINT U;",";V;",";W;",";H;",";A ' expect: 1,2,16,16,1
SPHIDE 0:SPCHR 0,1,2,8,8,9:SPCHR 0 OUT U,V,W,H,A:PRINT A ' expect: 8
SPCHR 0,500,0,16,16,1 ' error: Out of range
