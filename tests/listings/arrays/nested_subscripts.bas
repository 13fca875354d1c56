' source: language reference 2.7
DIM A[3]
A[0]=2:A[2]=1:PRINT A[A[A[0]]] ' expect: 0
