' source: language reference 3.1
B=2
A=B==2:PRINT A ' expect: 1
