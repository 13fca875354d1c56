' source: as for every GOSUB, its work fills frames; here it starts where the program itself comes to
GOSUB @A
@A FOR I=1 TO 20000:NEXT
INC J:IF J<9 THEN GOSUB @A
PRINT MAINCNT>4:END ' expect: 1
