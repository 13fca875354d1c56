' source: language reference 2.10, measured
LOCATE 3,2:LOCATE ,1
PRINT "A"
' expect:
' expect:    A
