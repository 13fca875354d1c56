' source: language reference 2.6, 2.7; a bug of ours crashed
DIM Q$[2]:I=2
INC B$,"X"
B$=Q$[I] ' error: Subscript out of range
