' source: language reference 1.3
A=+1 ' error: Syntax error
