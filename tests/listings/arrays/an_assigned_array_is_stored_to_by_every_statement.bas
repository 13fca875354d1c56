' source: language reference 2.7
DIM A%[3],B[3]:A%=B
READ A%[0],A%[1]:PRINT B[0];B[1] ' expect: 1.52.5
FOR A%[2]=0 TO 1 STEP 0.5:PRINT B[2];:NEXT:PRINT B[2] ' expect: 00.511.5
DEC A%[2],0.25:PRINT B[2] ' expect: 1.25
SWAP A%[0],X:PRINT X;B[0] ' expect: 1.50
SWAP Y%,A%[1]:PRINT Y%;B[1] ' expect: 20
A%[A%[0]+1]=A%[2]*2:PRINT B[1] ' expect: 2.5
IF A%[1]>2 && A%[1]<3 THEN PRINT "T" ' expect: T
PRINT A%[1]==2.5;MAX(A%);-A%[1];!A%[1];A%[1] DIV 2 ' expect: 12.5-2.501
T A%[1] OUT A%[0]:PRINT B[0];F(A%) ' expect: 53.75
SORT A%:PRINT A%[0];B[2] ' expect: 1.255
GOSUB @G:PRINT A%[0];LEN(A%) ' expect: 71
PRINT A%[1] ' error: Subscript out of range
@G
DIM C[1]:C[0]=7:A%=C
RETURN
DATA 1.5,2.5
DEF T V OUT W
W=V*2
END
DEF F(P)
A%=P
RETURN A%[2]+A%[1]
END
