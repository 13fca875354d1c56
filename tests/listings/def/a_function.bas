' source: language reference 4.9
PRINT TWICE(4) ' expect: 8
DEF TWICE(A)
RETURN A*2
END
