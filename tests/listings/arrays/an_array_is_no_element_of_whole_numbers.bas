' source: language reference 5.5
DIM A[0],B[2]
PUSH A,1
PRINT LEN(A) ' expect: 1
PUSH A,B ' error: Type mismatch
