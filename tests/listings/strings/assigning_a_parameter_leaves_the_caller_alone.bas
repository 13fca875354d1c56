' source: language reference 2.6
S$="A":SET S$
PRINT S$ ' expect: A
DEF SET T$
T$="B"
END
