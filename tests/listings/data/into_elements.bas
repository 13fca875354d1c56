' source: language reference 4.11
DIM A[2]
READ A[1],A[0]:PRINT A[0];A[1] ' expect: 21
DATA 1,2
