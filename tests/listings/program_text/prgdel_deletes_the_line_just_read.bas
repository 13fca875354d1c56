' source: language reference, 5.9; that reading goes on with the line that followed is unverified.
PRGEDIT 1:PRGINS "A=1":PRGINS "'B":PRGINS "'C":PRGINS "D=4"
PRGEDIT 1:FOR I=1 TO PRGSIZE(1)
 L$=PRGGET$():IF L$=="" THEN BREAK
 IF L$[0]=="'" THEN PRGDEL
NEXT
PRGEDIT 1:PRINT PRGGET$();PRGGET$();PRGSIZE(1)
' expect: A=1
' expect: D=4
' expect: 2
