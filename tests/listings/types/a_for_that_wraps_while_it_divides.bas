' source: language reference 2.2 (a Real is a double)
N%=2147483647
FOR I%=2147483640 TO N% STEP 3
 PRINT I% DIV 2 ' expect: 1073741820
 IF I%<0 THEN BREAK
NEXT
' expect: 1073741821
' expect: 1073741823
' expect: -1073741823
