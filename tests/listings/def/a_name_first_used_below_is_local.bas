' source: language reference 11.15
DEF F
Q=7
END
F:Q=Q+1:PRINT Q ' expect: 1
