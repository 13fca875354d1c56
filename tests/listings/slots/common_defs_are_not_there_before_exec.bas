' source: language reference 4.10, measured
PRGEDIT 1:PRGINS "COMMON DEF FOO:PRINT 5:END"
FOO ' error: Undefined function
