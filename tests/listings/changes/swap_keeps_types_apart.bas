' source: language reference 4.12, measured
A=1:B$="X"
SWAP A,B$ ' error: Type mismatch
