' source: language reference 4.12, "exchanges": a subscript is not worked out anew after the first store
DIM A[4],B[4]
I=1:A[1]=2:SWAP I,A[I]
PRINT I;A[1];A[2] ' expect: 210
A[0]=1:B[1]=3:SWAP A[0],B[A[0]]
PRINT A[0];B[1];B[3] ' expect: 310
V=1:A[1]=3:SWAP V,A[VAR("V")]
PRINT V;A[1];A[3] ' expect: 310
