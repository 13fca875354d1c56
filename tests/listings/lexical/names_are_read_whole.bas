' source: language reference 1.2: longest match
PRINT1=5
IFX=2
PRINT PRINT1+IFX ' expect: 7
