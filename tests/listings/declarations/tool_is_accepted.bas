' source: language reference 2.8, measured
OPTION TOOL
PRINT "FINE" ' expect: FINE
