' source: language reference 4.7; a bug of ours ended in a NameError
ON 0 GOSUB @S ' expect: SUB
P
@S PRINT "SUB":RETURN
DEF P
ON 1 GOSUB @S
ON 0 GOSUB @S ' error: Undefined label
END
