' source: appendix B
A$="ABCDE":A$[2]="12345"
PRINT A$ ' expect: AB12345DE
