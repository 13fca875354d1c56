' source: language reference 2.6 and 4.10; a bug of ours ended in a TypeError
PRGEDIT 1
PRGINS "COMMON DEF FOO A:T$="+CHR$(34)+"xy"+CHR$(34)+":A[0]=T$:END"
PRGINS "COMMON DEF BAR OUT A:DIM B$[1]:FOO B$:A=B$:END"
USE 1
DIM A$[1],C$[0]
FOO A$:PRINT LEFT$(A$[0],1);LEN(A$[0]) ' expect: x2
BAR OUT C$:PRINT RIGHT$(C$[0],1);POP(C$) ' expect: yxy
