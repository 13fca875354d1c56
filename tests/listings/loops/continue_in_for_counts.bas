' source: language reference 4.6, measured
FOR I=1 TO 4:IF I==2 THEN CONTINUE
PRINT I;:NEXT
PRINT ' expect: 134
