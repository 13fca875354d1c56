' source: language reference 2.2 (a Real is a double)
DIM P[0]
A=1
FOR I=1 TO 70
 PUSH P,A:PUSH P,A+1:A=POP(P)+SHIFT(P)
NEXT
PRINT A ' expect: 2361183241434822606848
