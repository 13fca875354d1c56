' source: language reference 5.5
DIM A[2]
A[0]=12
PRINT POP(A[0]) ' error: Type mismatch
