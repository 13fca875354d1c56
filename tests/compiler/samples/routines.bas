' What a GOSUB reaches is a function of its own.
S=2
GOSUB @TWICE
GOSUB @ONCE
END
@TWICE
S=S*2
@ONCE
S=S+1
RETURN
