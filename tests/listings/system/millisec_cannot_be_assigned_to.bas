' source: language reference, 5.7.
MILLISEC=0 ' error: Syntax error
