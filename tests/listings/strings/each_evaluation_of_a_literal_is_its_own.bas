' source: language reference 2.6
FOR I=1 TO 2
A$="X":INC A$,"Y":PRINT A$
NEXT
' expect: XY
' expect: XY
