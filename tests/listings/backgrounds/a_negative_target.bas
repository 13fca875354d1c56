' source: machine reference, 5.4 (measured).
BGANIM 0,-1,9,0,0 ' error: Illegal function call
