' source: language reference 4.7
F:PRINT "END":END
@SUB PRINT "SUB":RETURN
DEF F
GOSUB "0:@SUB"
END
' expect: SUB
' expect: END
