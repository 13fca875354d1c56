' source: language reference 4.9: measured for calls of a DEF without names
D=0
R
DEF R
D=D+1
IF D==2730 THEN PRINT D ' expect: 2730
IF D>2730 THEN PRINT "TOO DEEP"
CALL "R" ' error: Stack overflow
END
