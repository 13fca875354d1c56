' source: language reference 3.1
A=1:B=1
PRINT NOT A==B;!A==B ' expect: 00
