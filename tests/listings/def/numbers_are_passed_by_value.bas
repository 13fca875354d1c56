' source: language reference 4.9
A=1:F A:PRINT A ' expect: 1
DEF F B
B=2
END
