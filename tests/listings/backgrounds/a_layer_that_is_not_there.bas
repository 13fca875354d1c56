' source: machine reference, 5.7 (measured).
BGSHOW 4 ' error: Out of range
