' source: language reference 4.11
DATA 1
PRINT "X" ' expect: X
DATA 2
