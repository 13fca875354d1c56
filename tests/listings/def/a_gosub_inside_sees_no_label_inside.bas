' source: language reference 4.7: only GOTO reaches the labels of the DEF
P
DEF P
GOTO @A
@S PRINT "SUB":RETURN
@A GOSUB @S ' error: Undefined label
END
