' source: language reference 2.6
S$="A":ADD S$
PRINT S$ ' expect: A!
DEF ADD T$
INC T$,"!"
END
