' source: machine reference, 7.1 and 7.2: a quarter at T60 is a second. Unverified: seven letters a second.
BGMPLAY "T60L4C":WHILE BGMCHK(0):VSYNC:WEND
PRINT MAINCNT ' expect: 61
TALK "HELLO":WHILE TALKCHK():VSYNC:WEND
PRINT MAINCNT ' expect: 104
BGMPLAY "T60L4C":A=0:WHILE BGMCHK(0):A=A+1:WEND ' a loop that does not wait ends as well
PRINT A>0 ' expect: 1
