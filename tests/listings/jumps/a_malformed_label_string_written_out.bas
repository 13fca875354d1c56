' source: language reference 4.7; a bug of ours called it an undefined label.
PRINT 1 ' expect: 1
GOTO "@A B" ' error: Illegal symbol string
