' source: language reference, 4.16, measured
B=5:XON=3AND B:PRINT XON ' expect: 1
XON 3 ' error: Syntax error
