' source: language reference 4.9
CALL "ONE" OUT A:PRINT A ' expect: 1
CALL "ONE" OUT A,B ' error: Illegal function call
DEF ONE OUT X
X=1
Y=2
END
