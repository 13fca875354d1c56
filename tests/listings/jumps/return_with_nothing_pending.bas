' source: language reference 4.7, measured
PRINT "X" ' expect: X
RETURN ' error: RETURN without GOSUB
