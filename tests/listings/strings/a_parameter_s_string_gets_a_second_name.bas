' source: language reference 2.6; a bug of ours copied what a DEF called by name was given
CALL "F","ab" ' expect: abcd
DIM Q$[1]
Q$[0]="ab"
G Q$:PRINT Q$[0] ' expect: abc
DEF F A
S$=A:INC S$,"c"
CALL "H",A
PRINT A
END
DEF G A
S$=A[0]:INC S$,"c"
END
DEF H A
INC A,"d"
END
