' source: retromaze; what the console tells of no number is unverified
I=EXP(1000):N=I-I
BGCOORD 0,1,N,1 OUT X,Y:PRINT X;",";Y ' expect: 0,0
BGCOORD 0,I,-I,1 OUT X,Y:PRINT X;",";Y ' expect: 2147483647,-2147483648
BGROT 0,90:BGCOORD 0,0,I OUT X,Y:PRINT X ' expect: -2147483648
