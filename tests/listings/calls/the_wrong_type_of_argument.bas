' source: language reference 5
PRINT LEN(5) ' error: Type mismatch
