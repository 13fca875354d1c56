' source: language reference 2.7
DIM A[3]:A[0]=5:A[1]=6
PRINT A[1.9];A[-0.5] ' expect: 65
