' source: language reference 1.2: e-manual
PI=3.14
PRINT PI;" ";PI() ' expect: 3.14 3.14159265
