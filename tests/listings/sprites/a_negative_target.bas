' source: machine reference, 5.4 (measured).
SPSET 0,0
SPANIM 0,-1,9,0,0 ' error: Illegal function call
