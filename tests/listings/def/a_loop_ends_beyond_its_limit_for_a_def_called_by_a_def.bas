' source: language reference, 4.4: FOR leaves its variable on the first value past the limit
FOR I=1 TO 3
NEXT
SHOW
GOTO @IN
@BACK
FOR I=1 TO 5
NEXT
GOSUB @THROUGH
END
@IN
GOTO @BACK
@THROUGH
SHOW
RETURN
DEF SHOW
INNER
END
DEF INNER
PRINT I ' expect: 4
' expect: 6
END
