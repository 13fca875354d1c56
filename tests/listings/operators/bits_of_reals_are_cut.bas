' source: appendix B, measured
PRINT 7 AND 2.9;7 AND -1.9 ' expect: 27
