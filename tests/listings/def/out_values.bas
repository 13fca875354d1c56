' source: language reference 4.9
SPLIT 17,5 OUT Q,R:PRINT Q;R ' expect: 32
DEF SPLIT A,B OUT C,D
C=A DIV B:D=A MOD B
END
