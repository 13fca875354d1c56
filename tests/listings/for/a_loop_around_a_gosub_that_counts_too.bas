' source: language reference 4.5
FOR I=0 TO 9:PRINT I;" ";:GOSUB @SUB:NEXT
PRINT I ' expect: 0 6 13
END
@SUB IF I<6 THEN FOR I=0 TO 4:NEXT ELSE I=12
RETURN
