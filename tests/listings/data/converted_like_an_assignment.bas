' source: language reference 4.11, measured
READ A%:PRINT A% ' expect: 2
DATA 2.9
