' source: language reference 2.9, measured
G=5
F:PRINT G ' expect: 5
DEF F
VAR G=1
INC G
END
