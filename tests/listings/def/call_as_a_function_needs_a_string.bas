' source: language reference 4.10: the name is a string expression
PRINT CALL(1) ' error: Type mismatch
