' source: language reference 5.5
DIM A[0]
UNSHIFT A,1:UNSHIFT A,2
PRINT SHIFT(A);SHIFT(A) ' expect: 21
