' source: language reference 4.11, measured
RESTORE "@"+"B":READ A:PRINT A ' expect: 2
@A DATA 1
@B DATA 2
