' source: language reference 2.6
A$="ABCD":B$=A$
PRINT POP(A$);SHIFT(A$);B$ ' expect: DABC
