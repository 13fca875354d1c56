' source: language reference 4.2, measured
PRINT "A";:PRINT "B" ' expect: AB
