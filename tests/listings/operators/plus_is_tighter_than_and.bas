' source: language reference 3.1, measured
PRINT 1+2 AND 4 ' expect: 0
