' source: language reference 4.11; a bug of ours crashed
DIM P[3]
READ P ' error: Type mismatch
DATA 1
