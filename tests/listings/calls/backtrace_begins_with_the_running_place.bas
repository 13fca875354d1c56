' source: language reference, 4.17: published programs read it back by CHKCHR
BACKTRACE ' expect: 0:2
GOSUB @S
' expect: 0:18
' expect: 0:3
T$="":FOR I=0 TO 2:T$=T$+CHR$(CHKCHR(I,2)):NEXT
PRINT T$;F(1) ' expect: 0:30:15
' expect: 0:12
' expect: 0:7
' expect: 2
END
DEF F(X) RETURN G(X)+1 END
DEF G(X)
IF X THEN
BACKTRACE
ENDIF
RETURN X END
@S BACKTRACE
RETURN
