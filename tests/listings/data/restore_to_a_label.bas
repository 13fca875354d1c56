' source: language reference 4.11, measured
READ A:RESTORE @B:READ B:RESTORE @A:READ C
PRINT A;B;C ' expect: 121
@A DATA 1
@B DATA 2
