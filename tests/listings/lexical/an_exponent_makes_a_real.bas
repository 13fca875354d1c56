' source: language reference 1.3, measured
PRINT STR$(1E6);" ";STR$(1000000) ' expect: 1e+06 1000000
