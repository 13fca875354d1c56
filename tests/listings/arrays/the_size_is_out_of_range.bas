' source: appendix B, measured
DIM Z[3]
A=Z[3] ' error: Subscript out of range
