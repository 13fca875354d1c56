' source: language reference 2.2
MK OUT C ' error: Type mismatch
DEF MK OUT A
DIM B[3]
A=B
END
