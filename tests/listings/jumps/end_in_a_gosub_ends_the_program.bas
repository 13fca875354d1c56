' source: language reference 4.8, measured
GOSUB @S:PRINT "NO"
@S PRINT "SUB":END ' expect: SUB
