' source: language reference, 5.7 (published programs).
OPTION STRICT
VAR T=MILLISEC
WAIT 30:PRINT MILLISEC-T ' expect: 500
T=MILLISEC:WHILE MILLISEC-T<100:WEND
PRINT MILLISEC-T ' expect: 100
