' source: language reference 4.2
A=3
PRINT "A" A=4 PRINT A ' expect: A
' expect: 4
