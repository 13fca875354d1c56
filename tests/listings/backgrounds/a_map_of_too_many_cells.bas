' source: machine reference, 5.8, BGSCREEN (measured).
BGSCREEN 0,16383,1:BGSCREEN 0,127,129
BGSCREEN 0,128,128 ' error: Out of range
