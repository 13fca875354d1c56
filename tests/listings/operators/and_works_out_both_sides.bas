' source: language reference 10, quirk 11
DIM A[2]
I=5
PRINT I<LEN(A) AND A[I]==0 ' error: Subscript out of range
