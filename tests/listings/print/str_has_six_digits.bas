' source: language reference 6.2
PRINT STR$(1/3);" ";STR$(999999.5);" ";STR$(0.00001);" ";STR$(-0.0) ' expect: 0.333333 1e+06 1e-05 -0
