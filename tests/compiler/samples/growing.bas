N=RND(8)
FOR Y=0 TO N
 A$="|":B$=""
 FOR X=0 TO N
  IF X==Y THEN A$=A$+" X " ELSE INC A$,"---"
  B$=B$+MID$(" #",X AND 1,1)
 NEXT
 PRINT A$;B$
NEXT
