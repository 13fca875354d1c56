' source: appendix B, measured
FOR I=3 TO 1:PRINT "X":NEXT:PRINT I ' expect: 3
