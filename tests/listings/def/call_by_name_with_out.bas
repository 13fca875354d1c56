' source: language reference 4.10
CALL "SQ",3 OUT B:PRINT B ' expect: 9
DEF SQ A OUT B
B=A*A
END
