' source: language reference 2.9, measured
A=5
F 1:PRINT A ' expect: 5
DEF F A
A=A+1
END
