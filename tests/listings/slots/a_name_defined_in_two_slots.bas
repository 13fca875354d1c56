' source: language reference 4.10: a program's own DEF is the nearest
PRGEDIT 1:PRGINS "COMMON DEF F:PRINT 1:END"
EXEC 1
F ' expect: 0
CALL "F" ' expect: 0
DEF F
PRINT 0
END
