' source: language reference, 5.9 (published programs).
PRGEDIT 1:PRGINS "A=1"+CHR$(10)+"IF A THEN"+CHR$(10)+"B=2"+CHR$(10)+"ENDIF"
FOR I=1 TO PRGSIZE(1)
 PRGEDIT 1,I:L$=PRGGET$():PRGSET "  "+L$
NEXT
PRGEDIT 1:FOR I=1 TO PRGSIZE(1):PRINT PRGGET$();:NEXT
' expect:   A=1
' expect:   IF A THEN
' expect:   B=2
' expect:   ENDIF
PRINT PRGSIZE(1);PRGSIZE(1,1) ' expect: 432
