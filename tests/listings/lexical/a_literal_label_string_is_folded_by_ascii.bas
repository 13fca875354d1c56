' source: language reference, 1.1 and 4.7; a bug of ours went to @S.
GOTO "@ſ" ' error: Illegal symbol string
@S:PRINT "S"
