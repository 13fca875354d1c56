' source: appendix B, measured
READ A,B ' error: Out of DATA
DATA 1
