' source: language reference 4.18, measured
PRINT "X"
ABS(5,6) ' error 3 in line 3
