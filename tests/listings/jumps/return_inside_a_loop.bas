' source: language reference 4.7
GOSUB @S:PRINT I:END ' expect: 3
@S FOR I=1 TO 9:IF I==3 THEN RETURN
NEXT:RETURN
