' source: language reference 1.9, measured
PRINT "X"
NEXT=1 ' error 3 in line 3
