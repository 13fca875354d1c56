' source: language reference 2.6; a bug of ours ended in a TypeError
S$="A":B$=S$
INC S$,"x"
GPUTCHR 0,0,S$
PRINT LEN(S$);FORMAT$("%S",B$);INSTR(S$,"x") ' expect: 2Ax1
