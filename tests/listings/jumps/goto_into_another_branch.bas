' source: language reference 4.4: a label may stand in any branch
IF 0 THEN
@A PRINT "THEN" ' expect: THEN
ELSE
GOTO @A
ENDIF
PRINT "END" ' expect: END
