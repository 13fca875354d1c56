' source: language reference 4.11: the first DATA at or after the label
RESTORE @B:READ A:PRINT A ' expect: 2
DATA 1
@B PRINT "X" ' expect: X
DATA 2
