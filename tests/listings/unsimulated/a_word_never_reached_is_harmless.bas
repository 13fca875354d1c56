' source: language reference, 11, an unknown instruction fails where it is reached.
IF 0 THEN SPSET 0,1:BGPUT 0:V=SPCHK(0)
PRINT 1 ' expect: 1
SPCLR ' error: Undefined function
