' source: language reference 4.12, measured
A$="X"
INC A$ ' error: Type mismatch
