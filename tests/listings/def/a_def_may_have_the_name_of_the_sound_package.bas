' source: language reference, 4.9; words of the sound package are names like any other.
DEF ARYOP N,D
PRINT N;D
END
DEF BGMCHK()
RETURN 7
END
ARYOP 1,2:PRINT BGMCHK():CALL "ARYOP",3,4
' expect: 12
' expect: 7
' expect: 34
