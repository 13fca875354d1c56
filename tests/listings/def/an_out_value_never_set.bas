' source: language reference 11.12
F OUT A
DEF F OUT B
END ' error 48
