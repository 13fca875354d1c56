' source: language reference 2.2, measured
A%=2.7:B%=-2.7
PRINT A%;B% ' expect: 2-2
