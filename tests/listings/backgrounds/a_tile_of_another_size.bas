' source: machine reference, 5.8, BGSCREEN (measured).
BGSCREEN 0,4,4,12 ' error: Illegal function call
