' source: language reference 2.2 (a Real is a double)
A=1
FOR I=1 TO 70
 A=G(A)+G(A+1)
NEXT
PRINT A ' expect: 2361183241434822606848
DEF G(X)
 RETURN X
END
