' source: machine reference, 5.8, BGPUT (measured).
BGPUT 0,0,0,"ABC" ' error: Illegal function call
