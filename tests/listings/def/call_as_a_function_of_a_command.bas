' source: language reference 4.18
PRINT CALL("HELLO") ' error: Illegal function call
DEF HELLO
PRINT "HELLO"
END
