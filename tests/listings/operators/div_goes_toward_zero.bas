' source: appendix B, measured
PRINT 7 DIV 2;-7 DIV 2;7 DIV -2 ' expect: 3-3-3
