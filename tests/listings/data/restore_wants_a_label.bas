' source: language reference 4.11, measured
PRINT "X" ' expect: X
RESTORE ' error: Type mismatch
