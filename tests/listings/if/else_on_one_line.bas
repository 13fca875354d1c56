' source: language reference 4.4, measured
IF 0 THEN PRINT "A" ELSE PRINT "B":PRINT "C"
' expect: B
' expect: C
