' source: language reference 2.6, 4.9; a bug of ours printed the object
S$="A"
PRINT F(S$);S$ ' expect: ABAB
DEF F(T$)
INC T$,"B":RETURN T$
END
