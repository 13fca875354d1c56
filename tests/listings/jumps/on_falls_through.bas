' source: language reference 4.7, measured
ON 5 GOTO @A
ON -1 GOTO @A
PRINT "THROUGH":END ' expect: THROUGH
@A PRINT "A"
