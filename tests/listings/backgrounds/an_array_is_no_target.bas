' source: machine reference, 5.4 (measured): another error than of sprites.
DIM A[3]
BGANIM 0,A,1,1,1 ' error: Type mismatch
