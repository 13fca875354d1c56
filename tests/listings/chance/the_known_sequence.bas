' source: appendix B, measured
RANDOMIZE 0,1
FOR I=1 TO 4:PRINT RND(100);" ";:NEXT
PRINT RNDF();" ";RND(100) ' expect: 89 33 33 52 0.83609516 66
