' source: language reference 4.9
PRINT H(7);" ";H(0.5);" ";H("A") ' expect: 14 1 AA
DEF H(A)
RETURN A+A
END
