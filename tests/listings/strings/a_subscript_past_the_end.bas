' source: language reference 2.6
A$="ABC"
PRINT A$[3] ' error: Subscript out of range
