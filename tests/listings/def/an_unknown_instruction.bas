' source: language reference 11.13: found when it runs
PRINT "FIRST" ' expect: FIRST
NOSUCH 1 ' error: Undefined function
