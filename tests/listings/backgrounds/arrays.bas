' source: machine reference, 5.8, BGSAVE and BGLOAD (measured, but for the number that is added).
BGSCREEN 0,3,2:BGPUT 0,2,0,5:BGPUT 0,0,1,6
DIM A[0],B%[6],C[6],D[2,3]
BGSAVE 0,A:PRINT LEN(A);A[2];A[3] ' expect: 656
BGSAVE 0,1,0,2,2,A:PRINT LEN(A);A[1] ' expect: 65
BGSAVE 0,D:PRINT D[0,2];D[1,0] ' expect: 56
B%[1]=-1:BGLOAD 0,B%:PRINT BGGET(0,1,0);BGGET(0,2,0) ' expect: 655350
C[1]=-1:C[2]=65538.9:BGLOAD 0,C:PRINT BGGET(0,1,0);BGGET(0,2,0) ' expect: 02
BGLOAD 0,0,1,3,1,D,100:PRINT BGGET(0,2,1);BGGET(0,0,1);BGGET(0,2,0) ' expect: 10502
BGLOAD 0,B%,1:PRINT BGGET(0,1,0) ' expect: 0
BGLOAD 0,2,0,2,1,A ' error: Out of range
