' source: language reference 11.13
IF 0 THEN NOSUCH 1
PRINT "FINE" ' expect: FINE
