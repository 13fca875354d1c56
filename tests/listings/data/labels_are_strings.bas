' source: language reference 1.5, 4.11
READ L$
GOTO L$
DATA "@HERE"
PRINT "NO"
@HERE PRINT "HERE" ' expect: HERE
