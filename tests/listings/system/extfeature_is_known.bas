' source: language reference, 5.10; the value is unverified.
OPTION STRICT
IF EXTFEATURE THEN PRINT "MORE" ELSE PRINT "PLAIN" ' expect: PLAIN
