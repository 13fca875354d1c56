' source: language reference 2.2
DIM A[1],B$[1]
A=B$ ' error: Type mismatch
