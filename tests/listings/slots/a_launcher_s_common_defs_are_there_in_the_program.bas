' source: language reference 4.10: published launchers do so
N=3
PRGEDIT 1
PRGINS "COUNT 4:PRINT TOTAL();CHKCALL(" +CHR$(34)+"COUNT"+CHR$(34)+")"
EXEC 1 ' expect: 71
PRINT N ' expect: 7
COMMON DEF COUNT X
N=N+X
END
COMMON DEF TOTAL()
RETURN N
END
