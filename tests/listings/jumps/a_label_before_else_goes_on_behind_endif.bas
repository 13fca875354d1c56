' source: appendix A, seed listing
IF 1 THEN
GOTO @DONE
PRINT "NO"
@DONE
ELSE
PRINT "ELSE"
ENDIF
PRINT "END" ' expect: END
