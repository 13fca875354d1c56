' source: language reference 4.9
F 4 OUT V:PRINT V ' expect: 5
PRINT F(2) ' expect: 3
G "A" OUT V$:PRINT V$ ' expect: A
' its type is the argument's
PRINT STR$(G(1000000.0)) ' expect: 1e+06
PRINT STR$(G(1000000)) ' expect: 1000000
H 1,2 OUT A,B:PRINT A;B ' expect: 22
DEF F X OUT X
X=X+1
END
DEF G X OUT X
END
DEF H X,X OUT X,X
END
