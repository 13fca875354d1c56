' source: language reference 2.7, measured
DIM A[0]
PUSH A,5:PUSH A,6
PRINT LEN(A);A[1] ' expect: 26
