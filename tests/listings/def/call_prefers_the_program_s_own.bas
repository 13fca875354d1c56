' source: unverified: as a call does
PRINT ABS(1);CALL("ABS",1) ' expect: 22
DEF ABS(X)
RETURN X+1
END
