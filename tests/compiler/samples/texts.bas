' What a PRINT has in it may fail when its first half is seen.
DIM A$[2]
A$[0]="A"+CHR$(66)
PRINT A$[0];
PRINT "X=";A$[I],LEN(A$[0])
