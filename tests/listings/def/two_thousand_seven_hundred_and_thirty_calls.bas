' source: language reference 4.9, measured
D=0:F:PRINT D ' expect: 2730
DEF F
INC D:IF D<2730 THEN F
END
