' source: language reference 4.5
FOR I=1 TO 2:FOR J=1 TO 2:PRINT I;J;" ";:NEXT I:NEXT NOBODY
PRINT ' expect: 11 12 21 22
