' source: language reference 4.10, measured
CALL "SHOW",3
DEF SHOW A
PRINT A*2 ' expect: 6
END
