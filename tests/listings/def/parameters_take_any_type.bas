' source: appendix B
PRINT X2(123);X2("ABC") ' expect: 246ABCABC
DEF X2(A)
RETURN A*2
END
