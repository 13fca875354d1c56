' source: language reference 4.11
READ A,B$
READ C:PRINT A;B$;C ' expect: 1X2
DATA 1,"X"
DATA 2
