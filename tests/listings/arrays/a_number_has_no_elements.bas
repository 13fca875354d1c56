' source: language reference 2.2; a bug of ours ended in an AttributeError
F 1
DEF F A
A[0]=2 ' error: Type mismatch
END
