' source: language reference 4.5: a bug of ours, the variable passed the range it was given
FOR I=0 TO 2
@L NEXT
K=K+1
IF K<5 THEN GOTO @L
ON I GOTO @A,@A,@A,@A
PRINT "NONE" ' expect: NONE
END
@A PRINT "LABEL"
