' source: language reference 4.5, 11.2
L=5:S=1
FOR I=1 TO L STEP S:PRINT I;:L=4:S=2:NEXT
PRINT " ";I ' expect: 13 5
