' source: language reference 4.4
PRINT "X"
ELSE ' error: Syntax error
