' source: language reference 4.5, 4.7
I=2:GOSUB @IN:PRINT "E";I:END ' expect: 23E4
FOR I=1 TO 3
@IN PRINT I;
NEXT
RETURN
