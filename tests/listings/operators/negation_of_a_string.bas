' source: language reference 3.2
A$="X"
PRINT -A$ ' error: Type mismatch
