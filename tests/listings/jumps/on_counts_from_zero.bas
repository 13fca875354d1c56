' source: language reference 4.7, measured
FOR I=0 TO 2:ON I GOSUB @A,@B
NEXT:END
@A PRINT "A":RETURN ' expect: A
@B PRINT "B":RETURN ' expect: B
