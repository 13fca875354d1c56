' source: language reference 4.6, measured
PRINT "X"
BREAK ' error: Syntax error
