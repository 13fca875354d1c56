' source: language reference 4.7: cut toward zero
X=-0.5
ON X GOTO @A
PRINT "NO"
@A PRINT "A" ' expect: A
