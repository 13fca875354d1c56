' source: appendix B, measured
PRINT 1 OR 2 AND 4;2 XOR 1 AND 1;1 OR 1 XOR 1 ' expect: 130
