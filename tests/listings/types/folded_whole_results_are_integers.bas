' source: language reference 2.4: 7/1 and 1.5*2.0
PRINT 7/1*1000000;" ";STR$(7/1*1000000) ' expect: 7000000 7000000
PRINT STR$(1.5*2.0*1000000) ' expect: 3000000
