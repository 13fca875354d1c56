' source: unverified: a block that began without a colon goes on to its ENDIF
FOR I=0 TO 2
IF I==0 THEN
PRINT "A" ' expect: A
ELSEIF I==1 THEN :
PRINT "B" ' expect: B
ELSE :
PRINT "C" ' expect: C
ENDIF
NEXT
