' source: language reference 2.6
A$="ABC":B$=A$:B$="NEW":INC A$,"D"
PRINT A$;" ";B$ ' expect: ABCD NEW
