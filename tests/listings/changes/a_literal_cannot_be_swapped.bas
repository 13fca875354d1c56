' source: language reference 4.12, measured
SWAP A,1 ' error: Syntax error
