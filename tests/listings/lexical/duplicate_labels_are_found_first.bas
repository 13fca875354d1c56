' source: language reference 1.5
PRINT "X"
@A
@A ' error: Duplicate label
