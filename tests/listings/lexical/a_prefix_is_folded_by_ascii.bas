' source: language reference, 1.1 and 9.4.
PRINT CHKFILE("txt:A") ' expect: 0
PRINT CHKFILE("ﬁ:A") ' error: Illegal function call
