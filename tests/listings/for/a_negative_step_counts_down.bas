' source: language reference 4.5
FOR I=3 TO 1 STEP -1:PRINT I;:NEXT:PRINT I ' expect: 3210
