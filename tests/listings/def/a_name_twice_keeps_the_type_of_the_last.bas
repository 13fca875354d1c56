' source: language reference 4.9 and 6.1: 1000000 is written differently by its type
F 1,1000000.0 ' expect: 1e+06
F 1.5,1000000 ' expect: 1000000
DEF F A,A
PRINT STR$(A)
END
