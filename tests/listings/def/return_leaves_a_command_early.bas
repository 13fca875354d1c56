' source: language reference 4.9
F 1:F 0
DEF F A
IF A THEN RETURN
PRINT "ZERO" ' expect: ZERO
END
