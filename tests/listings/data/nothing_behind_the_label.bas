' source: language reference 4.11, a guess
DATA 1
RESTORE @END
READ A ' error: Out of DATA
@END
