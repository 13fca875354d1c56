' source: language reference, 4.16, measured
PRINT 1 ' expect: 1
XON FOO ' error: Syntax error
