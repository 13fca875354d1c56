' source: language reference 4.4, measured
IF 1 THEN IF 0 THEN PRINT "A" ELSE PRINT "B" ' expect: B
IF 0 THEN IF 1 THEN PRINT "C" ELSE PRINT "D"
