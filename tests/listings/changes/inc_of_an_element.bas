' source: language reference 4.12, measured
DIM A[2]
INC A[1],5:DEC A[0]:PRINT A[0];A[1] ' expect: -15
