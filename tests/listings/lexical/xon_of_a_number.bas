' source: language reference, 4.16, measured
XON 3 ' error: Syntax error
