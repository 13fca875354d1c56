' source: language reference 4.9: a parameter takes a cell of its own
PRINT CALL("SUM",2047) ' expect: 2096128
PRINT CALL("SUM",2048)
DEF SUM(N)
IF N==0 THEN RETURN 0
RETURN N+CALL("SUM",N-1) ' error: Stack overflow
END
