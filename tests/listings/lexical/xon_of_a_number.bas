' source: language reference, 4.16, measured
B=5:X=3AND B:PRINT X ' expect: 1
XON 3 ' error: Syntax error
