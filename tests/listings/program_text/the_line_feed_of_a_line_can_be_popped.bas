' source: language reference, 5.9 (published programs).
PRGEDIT 1:PRGINS "A=1":PRGINS "":PRGINS "B=2"
PRGEDIT 1
REPEAT
 L$=PRGGET$():IF L$=="" THEN BREAK
 PRINT ASC(POP(L$));"[";L$;"]"
UNTIL 0
' expect: 10[A=1]
' expect: 10[]
' expect: 10[B=2]
