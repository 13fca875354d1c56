' source: language reference 3.1
PRINT 3 AND 2==2 ' expect: 1
