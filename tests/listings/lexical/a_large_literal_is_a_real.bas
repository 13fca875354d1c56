' source: language reference 1.3, measured
PRINT 4294967294;" ";STR$(4294967294) ' expect: 4294967294 4.29497e+09
