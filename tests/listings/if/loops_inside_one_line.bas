' source: language reference 4.4
IF 1 THEN FOR I=1 TO 3:PRINT I;:NEXT:PRINT "!" ' expect: 123!
