' source: language reference 2.5
A=0.1
PRINT A*29==2.9;" ";A*29 ' expect: 0 2.9
