' source: language reference 4.12, measured
DIM A$[1]
A$[0]="X":B$="Y":SWAP A$[0],B$
PRINT A$[0];B$ ' expect: YX
