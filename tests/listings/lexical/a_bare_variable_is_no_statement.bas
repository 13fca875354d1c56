' source: language reference 1.7, measured
A=1
A ' error: Syntax error
