' source: language reference 1.6, measured
PRINT 1:REM PRINT 2
PRINT 3 'PRINT 4
' expect: 1
' expect: 3
