' source: language reference 3.2
A=0
IF 1||1/A THEN PRINT "SAFE" ' expect: SAFE
