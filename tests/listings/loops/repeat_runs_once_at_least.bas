' source: language reference 4.6, measured
REPEAT PRINT "X";:UNTIL 1
PRINT ' expect: X
