' source: published programs; the names beside 3DS are unverified
XON 3DS:xoff	3ds
XON "3DS":XON WIIU:XOFF 3DS PRINT 1 ' expect: 1
IF 0 THEN XON 3DS ELSE PRINT 2 ' expect: 2
IF 1 THEN XON 3DS
PRINT 3 ' expect: 3
B=5:X=3AND B:PRINT X ' expect: 1
