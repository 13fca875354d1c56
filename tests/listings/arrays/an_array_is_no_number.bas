' source: appendix B, measured
DIM A[2]
PRINT A ' error: Type mismatch
