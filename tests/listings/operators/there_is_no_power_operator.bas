' source: language reference 1.9
A=2^3 ' error: Syntax error
