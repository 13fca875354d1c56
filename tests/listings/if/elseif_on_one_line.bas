' source: language reference 4.4, measured
A=2
IF A==1 THEN PRINT "A" ELSEIF A==2 THEN PRINT "B" ELSE PRINT "C"
' expect: B
