' source: language reference 2.2
DIM C[1]
MK OUT C ' error: Type mismatch
DEF MK OUT A
A=3
END
