' source: measured on the console
DIM A[0]
X=SHIFT(A) ' error: Subscript out of range
