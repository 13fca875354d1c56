' source: language reference 4.5
FOR I=1 TO 2
IF I==2 THEN GOTO @IN
NEXT
WHILE J<2
@IN PRINT I;J;" ";:INC J
WEND
PRINT ' expect: 20 21
