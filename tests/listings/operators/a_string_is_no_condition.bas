' source: language reference 3.3, recommended
IF "A" THEN PRINT "X" ' error: Type mismatch
