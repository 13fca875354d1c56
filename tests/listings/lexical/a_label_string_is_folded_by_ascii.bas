' source: language reference, 1.1 and 4.7; a bug of ours went to @S.
GOSUB "@s":PRINT CHKLABEL("@S");CHKLABEL("@ſ")
L$="@ſ":GOTO L$ ' error: Illegal symbol string
@S:PRINT "S":RETURN
' expect: S
' expect: 10
