' source: language reference 4.9: until the name is used as what it is
DIM C[0],D$[0]
NAMES OUT C
PRINT LEN(C) ' expect: 6
SHOW C ' expect: X
D$=C ' error: Type mismatch
DEF NAMES OUT A
DIM B$[2,3]
B$[1,2]="X"
A=B$
END
DEF SHOW A
PRINT A[1,2]
END
