' source: language reference 2.6
C$="ABC":E$=C$:CHR$ 88 OUT C$[0]
PRINT E$ ' expect: XBC
