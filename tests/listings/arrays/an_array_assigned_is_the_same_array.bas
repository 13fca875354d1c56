' source: language reference 2.7, 11.19
DIM A[2],B[2]
B=A:A[0]=5
PRINT B[0] ' expect: 5
