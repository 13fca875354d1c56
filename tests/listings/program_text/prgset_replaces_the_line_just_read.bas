' source: language reference, 5.9 (published programs).
PRGEDIT 1:PRGINS "A=1":PRGINS "B=2":PRGINS "C=3"
PRGEDIT 1:WHILE 1
 L$=PRGGET$():IF L$=="" THEN BREAK
 PRGSET "'"+L$
WEND
PRGEDIT 1:FOR I=1 TO PRGSIZE(1):PRINT PRGGET$();:NEXT
' expect: 'A=1
' expect: 'B=2
' expect: 'C=3
