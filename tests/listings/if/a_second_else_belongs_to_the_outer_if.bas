' source: language reference 4.4
IF 0 THEN IF 1 THEN PRINT "A" ELSE PRINT "B" ELSE PRINT "C" ' expect: C
