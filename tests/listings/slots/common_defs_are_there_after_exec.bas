' source: language reference 4.10: published programs load their libraries so
PRGEDIT 1:PRGINS "COMMON DEF FOO:PRINT 5:END"
PRINT CHKCALL("FOO") ' expect: 0
EXEC 1:FOO ' expect: 5
PRINT CHKCALL("FOO") ' expect: 1
CALL "FOO" ' expect: 5
