' source: language reference 4.9
DEF F
PRINT 1 ' error 29 in line 3
