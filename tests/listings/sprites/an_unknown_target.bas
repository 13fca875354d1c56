' source: machine reference, 5.4 (measured).
SPSET 0,0:SPANIM 0,"X",5,1 ' error: Illegal function call
