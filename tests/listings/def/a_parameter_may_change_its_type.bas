' source: language reference 2.1: parameters take the type of the value put in them
F 1
DEF F A
PRINT A;:A="S":PRINT A ' expect: 1S
END
