' source: language reference 1.7
A=7
PRINT A B=2
PRINT B ' expect: 7
' expect: 2
