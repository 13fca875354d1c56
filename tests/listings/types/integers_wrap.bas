' source: language reference 2.3, measured
A%=2000000000
PRINT A%*2;" ";A%+A% ' expect: -294967296 -294967296
