' source: machine reference, 7.1. Unverified: a tune is over as soon as it has begun.
BGMPLAY "T60L1C":WHILE BGMCHK(0):WEND
REPEAT:VSYNC 1:UNTIL BGMCHK()==0
TALK "HELLO":WHILE TALKCHK():WEND
PRINT MAINCNT ' expect: 1
