' source: language reference 2.8
A=5
PRINT VAR("A") ' expect: 5
