' source: language reference 4.7
GOSUB @A:PRINT "1":END
@A GOSUB @B:PRINT "2":RETURN
@B PRINT "3":RETURN
' expect: 3
' expect: 2
' expect: 1
