' source: language reference 5.5
DIM A[0]
X=POP(A) ' error: Subscript out of range
