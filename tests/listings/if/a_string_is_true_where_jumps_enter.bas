' source: published programs drop a value by IF POP(A$) THEN :
GOTO @IN
IF "A" THEN
@IN
 PRINT "IN" ' expect: IN
ENDIF
N=N+1
IF N<2 THEN WHILE "X":PRINT "W":BREAK:WEND ' expect: W
