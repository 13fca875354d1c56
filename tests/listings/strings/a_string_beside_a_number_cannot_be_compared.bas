' source: language reference 3.2
A$="1"
PRINT A$==1 ' error: Type mismatch
