' source: language reference 4.7, measured
GOSUB "@"+"S"
PRINT "BACK":END
@S PRINT "SUB":RETURN
' expect: SUB
' expect: BACK
