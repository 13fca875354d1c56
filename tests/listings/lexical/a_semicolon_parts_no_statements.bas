' source: language reference 1.7, a guess
A=1;B=2 ' error: Syntax error
