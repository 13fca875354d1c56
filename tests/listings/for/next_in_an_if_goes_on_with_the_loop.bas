' source: language reference 4.5, quirk 14
FOR I=1 TO 4
IF I==2 THEN NEXT
PRINT I;
NEXT
PRINT ' expect: 134
