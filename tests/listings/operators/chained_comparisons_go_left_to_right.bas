' source: language reference 3.2
PRINT 3>2>1 ' expect: 0
