' source: published programs drop a value by IF POP(A$) THEN :
DIM A$[2]
IF POP(A$) THEN :
IF A$[0] THEN PRINT LEN(A$) ' expect: 1
IF "" && 1 THEN PRINT "YES" ' expect: YES
WHILE "X":BREAK:WEND
REPEAT:UNTIL CHR$(65)
IF 0 THEN
ELSEIF STR$(0) THEN
 PRINT "STR$" ' expect: STR$
ENDIF
T "" ' expect: YES
DEF T V
 IF V THEN PRINT "YES"
END
