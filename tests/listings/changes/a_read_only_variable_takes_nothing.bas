' source: language reference 4.1, measured
PRINT "X"
CSRX=1 ' error: Syntax error
