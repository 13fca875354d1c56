' source: language reference 1.7: seen in published programs
VAR A,B[3],
PRINT LEN(B) ' expect: 3
