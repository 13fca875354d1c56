' source: language reference 3.1, measured
PRINT 10 DIV 3*2;" ";10 MOD 3*2 ' expect: 6 2
