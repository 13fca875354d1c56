' source: language reference 1.2
A=1.5:A%=2:A$="S"
PRINT A;A%;A$ ' expect: 1.52S
