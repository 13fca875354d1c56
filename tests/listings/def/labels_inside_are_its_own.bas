' source: language reference 1.5
F
@L PRINT "OUTER":END
DEF F
GOTO @L
PRINT "NO"
@L PRINT "INNER"
END
' expect: INNER
' expect: OUTER
