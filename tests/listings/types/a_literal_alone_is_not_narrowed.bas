' source: language reference 2.4
PRINT STR$(1000000.0);" ";-0.0 ' expect: 1e+06 -0
