' source: language reference 2.7, measured
DIM Z[3]:I=-1
Z[I]=1 ' error: Subscript out of range
