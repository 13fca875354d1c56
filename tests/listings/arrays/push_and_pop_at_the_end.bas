' source: language reference 5.5
DIM A[0]
PUSH A,1:PUSH A,2
PRINT POP(A);POP(A);LEN(A) ' expect: 210
