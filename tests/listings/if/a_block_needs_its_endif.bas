' source: language reference 4.4
PRINT "X"
IF 1 THEN
PRINT "Y" ' error 26 in line 4
