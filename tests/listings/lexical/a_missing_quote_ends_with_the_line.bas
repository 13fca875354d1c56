' source: language reference 1.4
PRINT "HELLO
' expect: HELLO
A$="A:B'C
PRINT LEN(A$)
' expect: 5
