' source: language reference 1.1
PRINT "aBc" ' expect: aBc
