' source: language reference 4.5: the step is worked out before each test
C$="A":PRINT I ' expect: 0
FOR I=0 TO 3 STEP C$[0] ' error: Type mismatch
PRINT I
NEXT
