' source: language reference 2.9, measured
PRINT FACT(10) ' expect: 3628800
DEF FACT(N)
IF N<2 THEN RETURN 1
RETURN N*FACT(N-1)
END
