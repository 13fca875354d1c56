' source: language reference 3.2, measured
A$="1"
PRINT 1==A$ ' error: Type mismatch
