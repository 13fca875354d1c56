' source: language reference 2.6: the machine's bug is not copied
A$="ABCDE":A$[4]=CHR$(65)
PRINT A$ ' expect: ABCDA
