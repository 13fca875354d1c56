' source: language reference 4.9, measured
F 1,2 ' error: Illegal function call
DEF F A
END
