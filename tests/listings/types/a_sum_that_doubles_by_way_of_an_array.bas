' source: language reference 2.2 (a Real is a double)
DIM B[2]
A=1
FOR I=1 TO 70
 B[0]=A:B[1]=A+1:A=B[0]+B[1]
NEXT
PRINT A ' expect: 2361183241434822606848
