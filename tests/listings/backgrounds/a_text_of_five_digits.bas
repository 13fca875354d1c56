' source: machine reference, 5.8, BGPUT (measured).
BGPUT 0,0,0,"ABCDE" ' error: String is too long
