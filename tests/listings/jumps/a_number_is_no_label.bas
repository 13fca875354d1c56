' source: language reference 4.7, a guess
A=1
GOTO A ' error: Type mismatch
