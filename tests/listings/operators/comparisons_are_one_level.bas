' source: appendix B, measured
PRINT 1==2>1;1>2==1 ' expect: 00
