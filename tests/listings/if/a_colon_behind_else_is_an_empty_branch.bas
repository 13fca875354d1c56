' source: unverified: as behind THEN
IF 0 THEN PRINT "NO" ELSE :
IF 0 THEN PRINT "NO" ELSEIF 1 THEN :
IF 0 THEN PRINT "NO" ELSEIF 0 THEN : ELSE PRINT "YES" ' expect: YES
PRINT 1 ' expect: 1
