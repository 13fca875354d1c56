' source: language reference 4.9 and 5.5: arrays are handed over as they are
DIM A$[2,2]
A$[1,1]="abc"
CUT A$ ' expect: a
PRINT A$[1,1];A$[0,0] ' expect: bcxy
DEF CUT A
PRINT SHIFT(A[1,1])
PUSH A[0,0],"y":UNSHIFT A[0,0],"x"
END
