' source: language reference 4.8: same as END; a bug of ours went on behind the GOSUB
GOSUB @S:PRINT "NO"
END
@S PRINT "SUB" ' expect: SUB
