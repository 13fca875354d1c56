' source: language reference 4.5, measured
PRINT "X"
NEXT ' error: NEXT without FOR
