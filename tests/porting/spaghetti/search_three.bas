' Pythagorean triples: the first with a sum of 60
FOR A=1 TO 30
FOR B=A TO 30
FOR C=B TO 40
IF A*A+B*B!=C*C THEN @NO
IF A+B+C==60 THEN GOTO @YES
@NO
NEXT
NEXT
NEXT
PRINT "THERE IS NONE"
END
@YES
PRINT A;" ";B;" ";C
