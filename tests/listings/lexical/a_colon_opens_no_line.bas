' source: language reference 1.7, measured
PRINT 1
:PRINT 2 ' error: Syntax error
