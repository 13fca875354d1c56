' source: language reference, 4.4 (published programs)
PRINT "X" ' expect: X
IF 1 GOTO RETURN ' error: Uninitialized variable used
