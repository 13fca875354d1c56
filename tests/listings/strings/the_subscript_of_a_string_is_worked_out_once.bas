' source: unverified: as for INC
DIM A$[3]
A$[0]="ab":A$[1]="cd"
PRINT POP(A$[NEXT_()]);SHIFT(A$[NEXT_()]) ' expect: bc
PUSH A$[NEXT_()],"e":PRINT A$[0];A$[1];A$[2] ' expect: ade
PRINT N ' expect: 3
DEF NEXT_()
N=N+1
RETURN N-1
END
