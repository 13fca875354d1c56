' source: language reference 3.2, measured
PRINT LESS("A",1) ' expect: 3
PRINT LESS(1,"A")
DEF LESS(A,B)
RETURN A<B ' error: Type mismatch
END
