' source: language reference 5.5: published programs do so
DIM A$[1],B$[2,2]
A$[0]="ab":PRINT SHIFT(A$[0]);A$[0] ' expect: ab
B$[1,0]="xyz":PRINT POP(B$[1,0])+POP(B$[1,0]);B$[1,0] ' expect: zyx
POP A$[0] OUT C$:PRINT C$;LEN(A$[0]) ' expect: b0
PRINT POP(A$[0]) ' error: Subscript out of range
