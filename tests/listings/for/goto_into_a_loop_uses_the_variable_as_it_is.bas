' source: language reference 4.5
I=2:GOTO @IN
FOR I=1 TO 4
PRINT "X";
@IN PRINT I;
NEXT
PRINT ' expect: 2X3X4
