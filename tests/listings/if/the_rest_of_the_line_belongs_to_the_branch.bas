' source: language reference 4.4, measured
IF 0 THEN PRINT "A":PRINT "B"
PRINT "C" ' expect: C
