' source: appendix B, measured
PRINT 2+3*4 ' expect: 14
