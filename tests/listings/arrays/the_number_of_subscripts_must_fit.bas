' source: appendix B, measured
PRINT "X"
DIM Z[3,2]
A=Z[1] ' error: Syntax error
