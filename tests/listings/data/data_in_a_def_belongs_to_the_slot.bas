' source: language reference 4.9
READ A,B,C:PRINT A;B;C ' expect: 123
DATA 1
DEF F
DATA 2
END
DATA 3
