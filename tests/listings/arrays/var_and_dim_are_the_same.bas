' source: language reference 2.8, measured
DIM A=1,B[2]:VAR C$[2],D=3
PRINT A;LEN(B);LEN(C$);D ' expect: 1223
