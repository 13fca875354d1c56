' source: language reference 4.4
DIM A[2]
IF POP(A) THEN ENDIF PRINT LEN(A) ' expect: 1
IF 1 THEN ELSE ENDIF
PRINT 1 ' expect: 1
