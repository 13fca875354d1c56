' source: language reference 3.1
A=1<>2 ' error: Syntax error
