' source: language reference 1.3: the number ends at the dot
A=5.E2=7
PRINT A;E2 ' expect: 57
