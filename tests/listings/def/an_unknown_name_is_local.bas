' source: language reference 2.9, measured
F:F
DEF F
INC Q:PRINT Q
END
' expect: 1
' expect: 1
