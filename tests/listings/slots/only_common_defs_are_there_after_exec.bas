' source: language reference 4.10, measured
PRGEDIT 1:PRGINS "DEF FOO:PRINT 5:END"
EXEC 1
FOO ' error: Undefined function
