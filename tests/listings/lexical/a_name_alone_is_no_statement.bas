' source: language reference 1.7, measured; found when compiling
PRINT "A"
NAME
' error 3 in line 3
