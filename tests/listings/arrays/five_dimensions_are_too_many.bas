' source: language reference 2.7, number a guess
DIM A[2,2,2,2,2] ' error: Syntax error
