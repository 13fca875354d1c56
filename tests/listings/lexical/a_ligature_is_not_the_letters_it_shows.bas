' source: language reference, 1.1; a bug of ours filled the array.
DIM A[1]:CALL "fill",A,7:PRINT A[0];CHKCALL("ﬁll") ' expect: 70
CALL "ﬁll",A,8 ' error: Undefined function
