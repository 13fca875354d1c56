' source: language reference 4.9
PRINT F(1.5) ' expect: 1.5
DEF F(A%)
RETURN A%
END
