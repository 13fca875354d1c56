' source: language reference 2.7
DIM A%[0]
PUSH A%,2.9:PRINT A%[0] ' expect: 2
