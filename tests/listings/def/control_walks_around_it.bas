' source: language reference 4.9
PRINT "A" ' expect: A
DEF F
PRINT "NO"
END
PRINT "B" ' expect: B
