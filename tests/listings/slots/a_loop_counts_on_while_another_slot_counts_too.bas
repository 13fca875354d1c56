' source: language reference 4.5: what the body changes counts
PRGEDIT 1:PRGINS "SKIP"
FOR I=1 TO 6
EXEC 1
PRINT I;
NEXT
PRINT "." ' expect: 246.
COMMON DEF SKIP
I=I+1
END
