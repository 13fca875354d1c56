' source: machine reference, 5.8, BGFILL (measured).
BGFILL 0,0,0,1,1,65536 ' error: Out of range
