' source: language reference 4.4, measured
IF 0 GOTO @L ELSE PRINT "E" ' expect: E
IF 1 GOTO @L
PRINT "NO"
@L PRINT "L" ' expect: L
