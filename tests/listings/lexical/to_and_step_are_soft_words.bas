' source: language reference 1.9: not reserved outside FOR
TO=1:STEP=2
PRINT TO+STEP ' expect: 3
