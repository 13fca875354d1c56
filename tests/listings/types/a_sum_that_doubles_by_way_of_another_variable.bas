' source: language reference 2.2 (a Real is a double)
FOR I=1 TO 70
 A=A+1
 B=A*2
 A=B
NEXT
PRINT A ' expect: 2361183241434822606848
