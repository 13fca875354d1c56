' source: machine reference, 5.8, BGFUNC (measured).
BGFUNC 2,@CB:BGFUNC 1,"PART":CALL BG
' expect: 1:PART
' expect: 2:CB
PRINT CALLIDX ' expect: 4
END
@CB
PRINT CALLIDX;":CB"
RETURN
DEF PART
PRINT CALLIDX;":PART"
END
