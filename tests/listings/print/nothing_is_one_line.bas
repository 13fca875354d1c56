' source: language reference 4.2, measured
PRINT
PRINT "A"
' expect:
' expect: A
