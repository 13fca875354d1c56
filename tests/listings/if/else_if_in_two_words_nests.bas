' source: language reference 4.4, measured
IF 0 THEN
ELSE IF 1 THEN
PRINT "IN" ' expect: IN
ENDIF
ENDIF
