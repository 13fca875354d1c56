' source: language reference 2.6 and 4.10
S$="ab":DIM A$[1]
CALL "PUSH",S$,"c":CALL "UNSHIFT",S$,"z":PRINT S$ ' expect: zabc
PRINT CALL("POP",S$);CALL("SHIFT",S$);S$ ' expect: czab
CALL "PUSH",A$[0],"x":PRINT A$[0] ' expect: x
CALL "ADD",S$:PRINT S$ ' expect: ab!
DEF ADD T$
INC T$,"!"
END
