' source: language reference 4.12
A=1
INC A,"X" ' error: Type mismatch
