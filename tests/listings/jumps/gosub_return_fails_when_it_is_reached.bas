' source: language reference, 4.4 (published programs)
PRINT "X" ' expect: X
GOSUB RETURN ' error: Uninitialized variable used
