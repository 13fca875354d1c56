' source: language reference 5.10
TABSTEP=8
PRINT "A","B" ' expect: A       B
