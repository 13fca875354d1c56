' source: language reference 4.18
X=3
LOCATE (X-1)*2,1
PRINT "A"
' expect:
' expect:     A
