' source: language reference 4.10 (published programs)
PRGEDIT 1:PRGINS "COMMON DEF FOO:PRINT 5:END"
USE 1
FOO ' expect: 5
IF 0 THEN BAR
BAR ' error: Undefined function
