' source: language reference 4.4
IF 1 THEN :
PRINT 1
ENDIF ' error: ENDIF without IF
