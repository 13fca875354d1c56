' source: language reference 1.9, measured
PRINT "FIRST" ' expect: FIRST
A=STOP ' error: Uninitialized variable used
