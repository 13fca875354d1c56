' source: language reference 10, quirk 5
L$=@B
GOTO L$
@A PRINT "A"
@B PRINT "B" ' expect: B
