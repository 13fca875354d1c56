' source: language reference 1.9
PRINT "A"
LET A=1 ' error: Syntax error
