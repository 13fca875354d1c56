' source: language reference, 5.9 (published programs).
PRGEDIT 1:PRGINS "PRINT 1":PRGINS "PRINT 2"
PRGEDIT 1,1:PRGINS "",1:PRGDEL:EXEC 1
' expect: 1
' expect: 2
PRGEDIT 1,1:PRGINS "PRINT 7"+CHR$(10)+"PRINT 8",1:PRINT PRGGET$();PRGGET$();
' expect: PRINT 8
' expect: PRINT 2
PRGEDIT 1,2:PRGINS "PRINT 9",1:PRGSET "PRINT 0":EXEC 1
' expect: 1
' expect: 7
' expect: 0
' expect: 8
' expect: 2
