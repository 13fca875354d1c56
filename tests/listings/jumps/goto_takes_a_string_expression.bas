' source: language reference 4.7, measured
N=2
GOTO "@A"+STR$(N)
@A1 PRINT 1
@A2 PRINT 2 ' expect: 2
