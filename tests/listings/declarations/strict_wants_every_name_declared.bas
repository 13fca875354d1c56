' source: language reference 2.8, measured
OPTION STRICT
VAR A
A=1
B=2 ' error: Undefined variable
