' source: language reference 4.4: accepted since 3.3
IF 0 THEN PRINT "A" ELSE
PRINT "B" ' expect: B
ENDIF
