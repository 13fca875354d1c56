' source: language reference 2.2 (a Real is a double)
Q=1E19
FOR I=1 TO Q STEP 1000000000000001
NEXT
PRINT I ' expect: 10000000000000002048
