' source: language reference 4.5, quirk 14
FOR I=1 TO 4
IF I AND 1 THEN
NEXT
ENDIF
PRINT I;
NEXT
PRINT ' expect: 24
