' source: language reference, 1.2.
BEEP=3:TALK$="A":PRINT BEEP;TALK$ ' expect: 3A
