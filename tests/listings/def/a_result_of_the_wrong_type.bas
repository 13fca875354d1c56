' source: language reference 4.9
A$=F() ' error: Type mismatch
DEF F()
RETURN 1
END
