' source: language reference 11.1
PRINT 1||0&&0 ' expect: 1
