' source: machine reference, 5.1 and 5.2 (measured).
SPCLR
PRINT SPSET(3);SPSET(3);SPUSED(0);SPUSED(2) ' expect: 0110
SPSET 7,40,48,24,32,33
SPCHR 7 OUT U,V,W,H,A:PRINT U;",";V;",";W;",";H;",";A ' expect: 40,48,24,32,33
SPSET 7,8,9,1
SPCHR 7 OUT U,V,A:PRINT U;",";V;",";A ' expect: 8,9,1
SPCHR 7 OUT U,V,W,H:PRINT W;H ' expect: 1616
PRINT SPSET(7,7,0);SPSET(7,8,0) ' expect: -18
SPSET 0,0,16,16,1 OUT N:PRINT N ' expect: 2
SPCLR 0:PRINT SPUSED(0);SPUSED(1) ' expect: 01
SPOFS 1,10,20,-5:SPSET 1,0:SPOFS 1 OUT X,Y,Z:PRINT X;Y;Z ' expect: 000
SPCLR:PRINT SPUSED(1);SPUSED(7) ' expect: 00
SPSHOW 7 ' error: Illegal function call
