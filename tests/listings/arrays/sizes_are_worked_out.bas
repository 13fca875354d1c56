' source: language reference 2.7, seed listing
W=3
DIM A[W+2,W*2.9]
PRINT LEN(A) ' expect: 40
