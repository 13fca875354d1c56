' source: language reference 4.6, a guess
IF 1 THEN
FOR I=1 TO 2
ENDIF ' error: ENDIF without IF
NEXT
