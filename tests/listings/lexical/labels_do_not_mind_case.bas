' source: language reference 1.5
GOTO @top
PRINT "NO"
@TOP:PRINT "YES" ' expect: YES
