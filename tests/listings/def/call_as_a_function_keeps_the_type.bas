' source: language reference 4.9 and 6.1: 1000000 is written differently by its type
PRINT STR$(CALL("F",1000000)) ' expect: 1000000
PRINT STR$(CALL("F",1000000.0)) ' expect: 1e+06
A=1000000:PRINT STR$(CALL("F",A)) ' expect: 1e+06
DEF F(X)
RETURN X
END
