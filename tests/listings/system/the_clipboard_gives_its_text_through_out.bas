' source: language reference, 4.18; CLIPBOARD is a word of published programs.
CLIPBOARD "MAZE":CLIPBOARD OUT A$:PRINT A$ ' expect: MAZE
CLIPBOARD 1 ' error: Type mismatch
