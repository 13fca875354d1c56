' source: appendix B, measured
A$="ABC":B$=A$:INC A$,"D"
PRINT B$ ' expect: ABCD
