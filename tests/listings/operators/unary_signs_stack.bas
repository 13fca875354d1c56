' source: appendix B, measured
PRINT 2*-NOT!1 ' expect: 2
