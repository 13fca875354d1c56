' source: language reference 4.8, 11.10
F:PRINT "NO"
DEF F
IF 1 THEN PRINT "IN":END ' expect: IN
END
