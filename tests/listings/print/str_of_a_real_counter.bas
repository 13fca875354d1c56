' source: language reference 6.2
A=1000000:A%=1000000
PRINT STR$(A);" ";STR$(A%);" ";A ' expect: 1e+06 1000000 1000000
