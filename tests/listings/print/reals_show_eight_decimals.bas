' source: language reference 6.2
PRINT 1/3;" ";2/3;" ";12345678.0;" ";0.00001 ' expect: 0.33333333 0.66666667 12345678 0.00001
