' source: language reference 2.9, measured
F:F
DEF F
VAR L
INC L:PRINT L
END
' expect: 1
' expect: 1
