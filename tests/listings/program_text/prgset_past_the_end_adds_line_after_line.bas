' source: language reference, 5.9 (published programs).
PRGEDIT 1:FOR I=1 TO 3:PRGSET "PRINT"+STR$(I,2):NEXT
EXEC 1
' expect: 1
' expect: 2
' expect: 3
