' source: machine reference, 5.4 (measured).
SPSET 0,0:SPANIM 0,"V",5,1,"A",2 ' error: Illegal symbol string
