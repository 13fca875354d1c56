' source: language reference 4.9
DIM A[2]
FILL9 A:PRINT A[1] ' expect: 9
DEF FILL9 B
B[1]=9
END
