' source: language reference 3.4
DIM A[3],S[0]
PUSH S,2:PUSH S,1
INC A[POP(S)]
PRINT A[1];LEN(S) ' expect: 11
