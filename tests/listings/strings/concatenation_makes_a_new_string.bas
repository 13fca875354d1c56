' source: appendix B, measured
A$="ABC":B$=A$:A$=A$+"D"
PRINT B$;" ";A$ ' expect: ABC ABCD
