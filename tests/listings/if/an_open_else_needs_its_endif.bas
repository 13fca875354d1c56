' source: language reference 4.4
IF 1 THEN
PRINT "Y"
ELSE
PRINT "Z" ' error 27 in line 5
