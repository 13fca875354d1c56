' source: unverified; an item is printed before the next one is worked out.
DIM A[2]:N=3:A[1]=7
PRINT "N=";N;" A=";A[1];" ";A[N];"NEVER" ' error: Subscript out of range
' expect: N=3 A=7
