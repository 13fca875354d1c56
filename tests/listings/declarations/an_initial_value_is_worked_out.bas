' source: language reference 2.8, measured
X=2
VAR Y=X*3
PRINT Y ' expect: 6
