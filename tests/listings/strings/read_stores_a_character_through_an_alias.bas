' source: language reference 2.6
C$="ABC":E$=C$:READ C$[1]
DATA "X"
PRINT E$ ' expect: AXC
