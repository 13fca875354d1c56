' source: language reference 4.4, measured
IF 0 THEN PRINT "A" ENDIF PRINT "B" ' expect: B
