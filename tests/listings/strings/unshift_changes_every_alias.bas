' source: language reference 2.6
A$="AB":B$=A$:UNSHIFT A$,"CD"
PRINT B$ ' expect: CDAB
