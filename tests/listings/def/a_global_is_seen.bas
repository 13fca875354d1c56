' source: language reference 2.9, measured
G=5
F:PRINT G ' expect: 6
DEF F
INC G
END
