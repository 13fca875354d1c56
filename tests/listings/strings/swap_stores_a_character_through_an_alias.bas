' source: language reference 2.6
B$="X":C$="ABC":E$=C$:SWAP B$,C$[2]
PRINT E$;B$ ' expect: ABXC
