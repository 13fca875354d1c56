' source: appendix B, measured
READ A ' error: Type mismatch
DATA "X"
