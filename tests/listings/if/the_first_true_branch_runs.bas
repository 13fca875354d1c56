' source: language reference 4.4, measured
A=2
IF A==1 THEN
PRINT 1
ELSEIF A==2 THEN
PRINT 2 ' expect: 2
ELSEIF A>1 THEN
PRINT 3
ELSE
PRINT 4
ENDIF
