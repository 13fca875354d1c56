' source: language reference 2.7, measured
DIM A[2],B[2,2]:B=A
PRINT B[1] ' expect: 0
PRINT B[1,1] ' error: Syntax error
