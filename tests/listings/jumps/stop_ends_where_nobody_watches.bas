' source: language reference 4.8
PRINT "A" ' expect: A
STOP
PRINT "B"
