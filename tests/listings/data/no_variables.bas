' source: language reference 4.11
A=1
DATA A ' error: Syntax error
