' source: language reference 2.4, measured
PRINT 2147483647+1;" ";123456*98765 ' expect: 2147483648 12193131840
