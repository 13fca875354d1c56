' source: language reference, 5.9 (published programs).
PRGEDIT 1:PRGDEL -1:PRINT LEN(PRGGET$());PRGSIZE(1) ' expect: 00
PRGDEL:PRGSET "A=1"+CHR$(10)+"PRINT A":PRGDEL
PRGEDIT 1:PRINT PRGGET$();PRGGET$();LEN(PRGGET$())
' expect: A=1
' expect: PRINT A
' expect: 0
PRGEDIT 2:FOR I=1 TO 2:PRGSET "PRINT"+STR$(I,2):NEXT:PRGDEL
PRGEDIT 2,-1:PRGDEL:EXEC 2
' expect: 1
' expect: 2
PRGEDIT 3:PRGINS "PRINT 5":PRGINS "PRINT 6":PRGDEL:EXEC 3
' expect: 5
' expect: 6
PRGDEL 2 ' error: Out of range
