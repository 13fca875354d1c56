' source: language reference 1.7
A=1B=2PRINT A;B ' expect: 12
FOR I=0TO 2NEXT PRINT I ' expect: 3
