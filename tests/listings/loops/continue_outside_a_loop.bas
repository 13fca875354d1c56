' source: language reference 4.6, measured
PRINT "X"
IF 1 THEN CONTINUE ' error: Syntax error
