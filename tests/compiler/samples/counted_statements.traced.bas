' Traced: a call before each statement.
REPEAT
 A=A+1:B=A
UNTIL A==3
