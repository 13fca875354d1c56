' source: appendix B, measured
FOR I=1 TO 3:NEXT:PRINT I ' expect: 4
FOR I=1.6 TO 3.4:NEXT:PRINT I ' expect: 3.6
