' source: language reference 1.2, measured
GOTO @1UP
PRINT "NO"
@1UP PRINT "YES" ' expect: YES
