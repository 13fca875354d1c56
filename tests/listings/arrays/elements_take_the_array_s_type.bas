' source: language reference 2.7, measured
DIM A%[1],B$[1]
A%[0]=2.9:PRINT A%[0] ' expect: 2
B$[0]=1 ' error: Type mismatch
