' source: language reference 2.6
A$="ABC":I=-1
PRINT A$[I] ' error: Subscript out of range
