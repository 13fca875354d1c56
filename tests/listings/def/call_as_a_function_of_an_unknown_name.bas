' source: language reference 4.10
PRINT CALL("NOPE",1) ' error: Undefined function
