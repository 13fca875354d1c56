' source: language reference 2.9, measured
F 2
DEF F N
VAR L=N
IF N THEN F N-1
PRINT L;
END
' expect: 012
