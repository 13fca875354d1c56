' source: language reference 2.5, measured
A=EXP(1000)
PRINT CLASSIFY(A);CLASSIFY(A-A);CLASSIFY(1) ' expect: 120
