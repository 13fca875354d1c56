' source: language reference 4.7, measured
PRINT "FIRST" ' expect: FIRST
GOTO @NOWHERE ' error: Undefined label
