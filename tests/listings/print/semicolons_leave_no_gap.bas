' source: language reference 4.2, measured
PRINT 1;2;"A";3 ' expect: 12A3
