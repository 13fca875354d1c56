' source: language reference 2.1: elements of a suffix-less array are Reals
DIM C[1]
C[0]=3
MK OUT C
PRINT C[1] ' expect: 0.5
C[0]=C[0]/2:PRINT C[0] ' expect: 1.5
DEF MK OUT A
DIM B[2]
B[0]=3:B[1]=1
A=B
C=B
B[1]=B[1]/2
END
