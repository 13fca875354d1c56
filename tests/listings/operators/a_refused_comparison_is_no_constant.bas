' source: language reference 3.2: a number beside a string on its right is refused, whatever comes of it
SHOW 7 ' expect: 0
S$="A"
PRINT (S$>5)>9 ' expect: 0
SHOW S$
DEF SHOW X
PRINT (5>X)>9 ' error: Type mismatch
END
