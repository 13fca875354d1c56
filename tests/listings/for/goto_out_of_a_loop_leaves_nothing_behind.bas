' source: language reference 4.5
FOR J=1 TO 3
FOR I=1 TO 9:IF I==2 THEN GOTO @OUT
NEXT
@OUT PRINT I;
NEXT
PRINT J ' expect: 2224
