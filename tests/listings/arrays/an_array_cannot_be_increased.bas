' source: language reference 4.12; a bug of ours crashed
DIM P[3]
INC P,1 ' error: Type mismatch
