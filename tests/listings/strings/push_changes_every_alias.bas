' source: language reference 2.6
A$="AB":B$=A$:PUSH A$,"CD"
PRINT B$ ' expect: ABCD
