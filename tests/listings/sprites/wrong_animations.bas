' source: machine reference, 5.4 (measured), but for the number of an unknown target.
SPSET 0,0
SPANIM 0,"XY",5,1,2,3,4 ' error: Illegal function call
