' source: language reference 6.2
PRINT 1E11;" ";5E-9;" ";4E-9 ' expect: 100000000000 0.00000001 0
