' source: language reference 4.5
FOR I=1 TO 10:PRINT I;:I=I+3:NEXT
PRINT " ";I ' expect: 159 13
