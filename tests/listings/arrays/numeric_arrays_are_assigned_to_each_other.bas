' source: language reference 2.7: published programs do so
DIM A%[0],B[2]
A%=B:PRINT LEN(A%) ' expect: 2
A%[1]=1.5:PRINT B[1];A%[1]*2 ' expect: 1.53
INC A%[1]:PRINT B[1];A%[LEN(A%)-1] ' expect: 2.52.5
SWAP A%[0],A%[1]:PRINT B[0];B[1] ' expect: 2.50
PUSH A%,0.25:UNSHIFT A%,7:PRINT LEN(B);POP(A%);SHIFT(A%);B[0] ' expect: 40.2572.5
DIM C%[2]:B=C%:B[0]=2.75:PRINT C%[0];B[0] ' expect: 22
B[1]=B[0]/4:PRINT B[1];LEN(B) ' expect: 02
PRINT A%[0] ' expect: 2.5
DIM D[2,3],E%[1]:D[1,2]=0.5
E%=D:PRINT LEN(E%);E%[1,2] ' expect: 60.5
E%[1,1]=E%[1,2]*3:PRINT D[1,1] ' expect: 1.5
DIM E2%[1],F%[1]:E2%=E%:F%=C%:PRINT E2%[1,1];F%[0] ' expect: 1.52
DIM S$[1],T$[2,2]:T$[1,1]="X":S$=T$:S$[1,1]=S$[1,1]+"Y":PRINT T$[1,1];LEN(S$) ' expect: XY4
FOR I=0 TO 2:A%=B:A%=D:NEXT:PRINT LEN(A%) ' expect: 6
FILL A%,0.5:PRINT D[0,0];A%[1,0]+1 ' expect: 0.51.5
DIM W%[2],N%[3]:W%=N%:W%[2]=9.9:PRINT N%[2];W%[2] AND 8 ' expect: 98
