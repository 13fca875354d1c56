' source: language reference 4.9, 11.12
A=F()
DEF F()
END ' error 8
