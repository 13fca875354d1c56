' source: language reference 4.12, measured
A$="X"
DEC A$,"X" ' error: Type mismatch
