' source: language reference 5.2
PRINT LEN("ABC");LEN("");LEN("あい") ' expect: 302
