' source: language reference 1.7
B=5
PRINT 8AND B,8OR B ' expect: 0   13
