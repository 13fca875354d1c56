' source: language reference 2.4
A%=7000000
PRINT STR$(A%/1) ' expect: 7e+06
