' source: language reference 4.7
ON 1.9 GOTO @A,@B
@A PRINT "A"
@B PRINT "B" ' expect: B
