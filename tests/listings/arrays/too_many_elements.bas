' source: language reference 2.7, measured
PRINT "X" ' expect: X
DIM A[10000,10000] ' error: Out of memory
