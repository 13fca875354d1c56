' source: language reference 2.8
A=5
VAR("A")=7
PRINT A ' expect: 7
