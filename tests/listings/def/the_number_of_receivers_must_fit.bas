' source: language reference 4.9
F 1 OUT X,Y ' error: Illegal function call
DEF F A OUT B
B=A
END
