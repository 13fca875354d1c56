'A ROW AS ONE STRING
'1行を文字列にまとめて表示
ACLS
FOR Y=0 TO 19
 R$=""
 FOR X=0 TO 47
  R$=R$+MID$("#...",RND(4),1)
 NEXT
 PRINT R$
NEXT
