' source: language reference, 5.9 (published programs).
PRGEDIT 1:PRGINS "A=1":PRGINS "B=2"+CHR$(10)+"C=3"
PRGEDIT 1:FOR I=1 TO PRGSIZE(1):L$=PRGGET$():PRINT LEFT$(L$,LEN(L$)-1);"!":NEXT
' expect: A=1!
' expect: B=2!
' expect: C=3!
PRINT LEN(PRGGET$()) ' expect: 0
