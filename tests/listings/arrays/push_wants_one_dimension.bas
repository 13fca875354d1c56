' source: language reference 2.7, measured
DIM A[2,2]
PUSH A,1 ' error: Type mismatch
