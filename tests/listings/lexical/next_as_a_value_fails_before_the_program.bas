' source: language reference 1.9, measured
PRINT "NEVER"
IF 0 THEN A=NEXT ' error: NEXT without FOR
