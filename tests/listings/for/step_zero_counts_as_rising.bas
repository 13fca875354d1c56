' source: language reference 4.5
FOR I=5 TO 1 STEP 0:PRINT "X":NEXT
PRINT I ' expect: 5
