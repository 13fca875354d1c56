' source: language reference 4.5: NEXT adds to whatever the inner loops left
FOR I=0 TO 3:FOR I=0 TO 3:FOR I=0 TO 3:NEXT:NEXT:NEXT
PRINT I ' expect: 6
