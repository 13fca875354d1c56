' source: language reference, 1.8, the constants. Unverified: what the words calculate.
DIM A[16],B[0],C[0],W[16],N%[16]
FOR I=0 TO 15:A[I]=I:NEXT
ARYOP #AOPMAD,N%,A,2,0.5:PRINT N%[0];N%[15] ' expect: 030
ARYOP #AOPCLP,A,A,3,N%:PRINT A[0];A[2];A[9] ' expect: 039
FILL A,1:FFT B,C,A,A:PRINT B[0];C[0];B[1];LEN(C) ' expect: 1616016
IFFT A,C,B,C:PRINT A[7];C[7] ' expect: 11
FFTWFN W,#WFRECT:FFT B,C,A,A,W:PRINT B[0] ' expect: 16
BQPARAM W,#BQPEQ,8000,1000,1,0:BIQUAD B,A,W:PRINT B[9] ' expect: 1
ARYOP #AOPDIV,A,A,0 ' error: Divide by zero
