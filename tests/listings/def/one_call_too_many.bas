' source: language reference 4.9, measured
D=0:F
DEF F
INC D:IF D<2731 THEN F
END ' error 5
