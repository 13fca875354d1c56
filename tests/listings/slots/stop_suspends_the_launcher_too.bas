' source: language reference 4.8: STOP suspends, END returns to the launcher
PRGEDIT 1:PRGSET "PRINT 1:END":EXEC 1 ' expect: 1
PRINT 2 ' expect: 2
PRGEDIT 1:PRGSET "PRINT 3:STOP":EXEC 1 ' expect: 3
PRINT 4
