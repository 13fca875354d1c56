' source: language reference 2.8: not retroactive
A=1
OPTION STRICT
PRINT A ' expect: 1
