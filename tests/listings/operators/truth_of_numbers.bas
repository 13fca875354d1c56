' source: language reference 3.3, measured
IF -0.0 THEN PRINT "A"
IF -3 THEN PRINT "B" ' expect: B
IF 0.001 THEN PRINT "C" ' expect: C
