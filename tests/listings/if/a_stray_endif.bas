' source: language reference 4.4
PRINT "X"
ENDIF ' error: ENDIF without IF
