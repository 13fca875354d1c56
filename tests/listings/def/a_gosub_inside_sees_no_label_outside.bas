' source: language reference 4.7; a bug of ours ended in a NameError
GOSUB @S ' expect: SUB
P
@S PRINT "SUB":RETURN
DEF P
GOSUB @S ' error: Undefined label
END
