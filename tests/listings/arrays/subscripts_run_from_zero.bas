' source: language reference 2.7
DIM A[3]
A[0]=1:A[2]=3:PRINT A[0]+A[1]+A[2] ' expect: 4
