' source: language reference 2.2 (a Real is a double)
DIM F[2]
A=1
FOR I=1 TO 70
 FILL F,A:INC F[0]:A=F[0]+F[1]
NEXT
PRINT A ' expect: 2361183241434822606848
