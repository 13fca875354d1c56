' source: language reference 4.7
A$="NOWHERE"
GOTO A$ ' error: Illegal symbol string
