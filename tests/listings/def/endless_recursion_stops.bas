' source: language reference 4.9
F 1
DEF F A
F A+1
END ' error 5
