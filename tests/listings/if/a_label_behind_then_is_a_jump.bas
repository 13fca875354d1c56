' source: language reference 4.4, measured
IF 1 THEN @L ELSE @M
@M PRINT "M"
@L PRINT "L" ' expect: L
