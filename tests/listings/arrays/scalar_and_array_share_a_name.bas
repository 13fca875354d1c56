' source: language reference 1.2, measured
PRINT "X"
VAR B,B[9] ' error: Duplicate variable
