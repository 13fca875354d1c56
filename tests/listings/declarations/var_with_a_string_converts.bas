' source: language reference 2.8, 2.2
A%=0
VAR("A%")=2.9
PRINT A% ' expect: 2
