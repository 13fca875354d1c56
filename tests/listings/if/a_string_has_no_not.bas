' source: a peer
IF !"A" THEN PRINT "NO" ' error: Type mismatch
