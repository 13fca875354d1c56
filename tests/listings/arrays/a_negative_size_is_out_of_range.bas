' source: language reference 2.7, a guess
N=-1
DIM A[N] ' error: Out of range
