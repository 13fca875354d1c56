' source: language reference 2.7, measured
PRINT "X"
DIM A[2],B[2]:B=A
PRINT B[1,1] ' error: Syntax error
