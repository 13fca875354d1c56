' source: language reference 6.1
PRINT "A"+1 ' error: Type mismatch
