' source: appendix B
A$="ABCDE":A$[2]=""
PRINT A$ ' expect: ABDE
