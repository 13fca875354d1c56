' source: language reference 2.7
DIM A[2,2,2,2]
A[1,0,1,0]=7:PRINT A[1,0,1,0];LEN(A) ' expect: 716
