' source: language reference 3.1
PRINT 1<<1+1;" ";1<<2>3 ' expect: 4 1
