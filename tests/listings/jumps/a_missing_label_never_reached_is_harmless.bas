' source: language reference 11.14
IF 0 THEN GOTO @NOWHERE
PRINT "FINE" ' expect: FINE
