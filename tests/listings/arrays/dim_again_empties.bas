' source: language reference 2.7
FOR I=1 TO 2
DIM A[2]:PRINT A[0]:A[0]=I
NEXT
' expect: 0
' expect: 0
