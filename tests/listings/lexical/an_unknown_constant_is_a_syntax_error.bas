' source: language reference 1.8, measured
PRINT "X"
A=#NOWHERE ' error: Syntax error
