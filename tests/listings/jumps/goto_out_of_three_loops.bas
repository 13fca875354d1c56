' source: language reference, 4.7
' a jump from the innermost loop, and one that no run takes
WHILE 1
 WHILE 1
  PRINT "B" ' expect: B
  IF N==9 THEN GOTO @OUT
  WHILE 1
   N=N+1
   IF N>2 THEN GOTO @OUT
  WEND
 WEND
WEND
@OUT
PRINT N ' expect: 3
