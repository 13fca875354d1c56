' source: language reference 4.18
PRINT CALL("CLS") ' error: Illegal function call
