' source: language reference 4.6, measured
FOR I=1 TO 2:WHILE 1:BREAK:WEND:PRINT I;:NEXT
PRINT ' expect: 12
