' source: language reference 2.2 (a Real is a double)
DIM U[3]
A=1
FOR I=1 TO 60:A=A+A:NEXT
B=A
A=A-B+1
PRINT U[A];A AND 3 ' expect: 01
