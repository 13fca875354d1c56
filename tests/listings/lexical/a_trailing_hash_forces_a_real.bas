' source: language reference 1.3
PRINT STR$(1000000#);" ";1.5# ' expect: 1e+06 1.5
