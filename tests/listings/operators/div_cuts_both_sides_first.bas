' source: appendix B, measured
PRINT 3 DIV 1.5;6 DIV 2.5 ' expect: 33
