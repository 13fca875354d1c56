' source: language reference 1.7, measured
PRINT "X"
1+2 ' error: Syntax error
