' source: language reference 1.7
IF 0 THEN X=
PRINT "FINE" ' expect: FINE
X= ' error: Uninitialized variable used
