' source: language reference 4.18, measured
PRINT(1) ' expect: 1
GCLS(0)
