' source: language reference, 5.9 (published programs).
PRGEDIT 1:PRGINS "PRINT 1":PRGINS "PRINT 2":PRGINS "PRINT 3":EXEC 1
' expect: 1
' expect: 2
' expect: 3
PRGEDIT 1,1:PRGINS "PRINT 7",1:PRGINS "PRINT 8",1:EXEC 1
' expect: 1
' expect: 7
' expect: 8
' expect: 2
' expect: 3
