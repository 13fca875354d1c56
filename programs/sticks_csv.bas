'retromaze用に書き下ろし 元:なでしこの連載
'(written for retromaze after a column on なでしこ)
' 棒倒し法とCSV  STICKS, CHANGED BY HAND AND KEPT AS CSV
'閉じた通路(赤)ができることがある。ゴールがそこなら行けない
'Floor may be closed in (red): no way leads to a goal that lies there
N=21 '列数 columns and rows: odd, 5 to 79
GOAL=1 '1:ゴールは無作為 the goal is drawn  0:右下 bottom right
CSV=0 '1: TXT:MAZEへ書き出す writes the maze to TXT:MAZE
STORED=0 '1: TXT:MAZEを読む reads TXT:MAZE instead of making a maze
EDIT=0 '1:壁とゴールを手で直す walls and goal changed by hand
MARK=0 '1:行ける通路は黄色、道は緑 what is reached yellow, the way green
SAFE=0 '1:安全版 sticks that close nothing in
ACLS
C$=""
IF STORED THEN
 IF !CHKFILE("TXT:MAZE") THEN PRINT "TXT:MAZEがありません":END
 FETCH
ENDIF
IF N<5 || N>79 || N MOD 2==0 THEN PRINT "N: 5 to 79, odd":END
S=MIN(13,239 DIV N) '壁幅 記事では13 dots a block, 13 in the article
L=399-N*S
DIM M[N,N],QX[0],QY[0],DIR[4] 'M 1:壁 0:通路 負:歩数 minus (steps+1)
GX=-1:GY=-1 'ゴール the goal
IF STORED && !READCSV() THEN PRINT "TXT:MAZEを読めません":END
COLOR 7:PRINT "棒倒し法";N:COLOR 15
IF STORED THEN DRAW ELSE MAKE
'四隅はいつでもつながっている the corners are always joined
GX=N-2:GY=N-2
IF GOAL THEN GX=RND(N DIV 2)*2+1:GY=RND(N DIV 2)*2+1
BLOCK GX,GY
IF EDIT THEN HAND
'スタートから行けるところ what the start leads to
REACH 1,1,-1
WHILE LEN(QX)
 X=SHIFT(QX):Y=SHIFT(QY)
 D=M[X,Y]-1
 REACH X,Y-1,D
 REACH X,Y+1,D
 REACH X-1,Y,D
 REACH X+1,Y,D
WEND
'行けない通路 floor that is closed in
C=0
FOR Y=1 TO N-2
 FOR X=1 TO N-2
  IF M[X,Y]==0 THEN PAINT X,Y,#RED:INC C
 NEXT
NEXT
BLOCK GX,GY
PRINT "閉じた通路"
PRINT "数:";C
PRINT "ゴール"
IF M[GX,GY]<0 THEN PRINT "道:あり" ELSE PRINT "道:なし"
IF MARK && M[GX,GY]<0 THEN WAY
IF CSV THEN
 C$=""
 FOR Y=0 TO N-1
  FOR X=0 TO N-1
   IF X THEN INC C$,","
   INC C$,STR$(M[X,Y]==1)
  NEXT
  INC C$,CHR$(10)
 NEXT
 SAVE "TXT:MAZE",C$
 PRINT "TXT:MAZE"
ENDIF
END

'ゴールから1歩ずつ戻る from the goal one step back each time
DEF WAY
 VAR D,X=GX,Y=GY
 PRINT "歩数:";-M[X,Y]-1
 FOR D=M[X,Y]+1 TO -1
  IF M[X,Y-1]==D THEN
   Y=Y-1
  ELSEIF M[X,Y+1]==D THEN
   Y=Y+1
  ELSEIF M[X-1,Y]==D THEN
   X=X-1
  ELSE
   X=X+1
  ENDIF
  PAINT X,Y,#LIME
  VSYNC
 NEXT
END

'迷路を作る makes a maze
DEF MAKE
 VAR X,Y,C,D
 DRAW
 FOR X=0 TO N-1
  WALL X,0:WALL X,N-1
  WALL 0,X:WALL N-1,X
 NEXT
 FOR Y=2 TO N-3 STEP 2
  FOR X=2 TO N-3 STEP 2:WALL X,Y:NEXT
 NEXT
 FOR Y=2 TO N-3 STEP 2
  FOR X=2 TO N-3 STEP 2
   C=0
   IF !SAFE || Y==2 && !M[X,Y-1] THEN DIR[C]=0:INC C
   IF !SAFE || !M[X,Y+1] THEN DIR[C]=1:INC C
   IF !SAFE || !M[X-1,Y] THEN DIR[C]=2:INC C
   IF !SAFE || !M[X+1,Y] THEN DIR[C]=3:INC C
   D=DIR[RND(C)]
   WALL X+(D==3)-(D==2),Y+(D==1)-(D==0)
   VSYNC
  NEXT
 NEXT
END

'TXT:MAZEを読む CR LFはLFに、最後の行にもLFを
'reads TXT:MAZE, each line to end with LF whatever it ended with
DEF FETCH
 VAR I
 VAR CRLF$=CHR$(13)+CHR$(10)
 LOAD "TXT:MAZE",FALSE OUT C$
 I=INSTR(C$,CRLF$)
 WHILE I>=0
  C$=SUBST$(C$,I,1,"")
  I=INSTR(I,C$,CRLF$)
 WEND
 IF RIGHT$(C$,1)!=CHR$(10) THEN C$=C$+CHR$(10)
 N=INSTR(C$,CHR$(10)) DIV 2+1 '1行の長さから from the first row
END

'1マスは2文字 a block is two characters; 外周は壁 walls around
DEF READCSV()
 VAR X,Y,B$
 IF LEN(C$)!=N*N*2 THEN RETURN FALSE
 FOR Y=0 TO N-1
  FOR X=0 TO N-1
   B$=MID$(C$,(Y*N+X)*2,2)
   M[X,Y]=B$[0]=="1"
   IF !M[X,Y] && B$[0]!="0" THEN RETURN FALSE
   IF X<N-1 && B$[1]!="," || X==N-1 && B$[1]!=CHR$(10) THEN RETURN FALSE
   IF !M[X,Y] && (X*Y==0 || X==N-1 || Y==N-1) THEN RETURN FALSE
  NEXT
 NEXT
 RETURN TRUE
END

'すべてのマスを描く draws all blocks
DEF DRAW
 VAR X,Y
 FOR Y=0 TO N-1
  FOR X=0 TO N-1
   BLOCK X,Y
  NEXT
 NEXT
END

'壁とゴールを手で walls and goal by hand: the four directions, A, B, X
DEF HAND
 VAR K,X=1,Y=1
 PRINT "十字ボタン:動く"
 PRINT "A:壁"
 PRINT "B:ゴール"
 PRINT "X:終わり"
 REPEAT
  GBOX L+X*S,Y*S,L+X*S+S-1,Y*S+S-1,#RED
  REPEAT:VSYNC:K=BUTTON(1):UNTIL K
  IF K AND #A THEN M[X,Y]=!M[X,Y]
  BLOCK X,Y
  IF K AND #B THEN
   M[X,Y]=0
   SWAP GX,X:SWAP GY,Y
   BLOCK X,Y
   X=GX:Y=GY
   BLOCK X,Y
  ENDIF
  X=MIN(MAX(X+!!(K AND #RIGHT)-!!(K AND #LEFT),1),N-2)
  Y=MIN(MAX(Y+!!(K AND #DOWN)-!!(K AND #UP),1),N-2)
 UNTIL K AND #X
END

'マスを描く draws a block: a wall is brown
DEF BLOCK X,Y
 VAR C=#WHITE
 IF X==GX && Y==GY THEN C=#LIME
 IF M[X,Y]==1 THEN C=RGB(165,42,42)
 PAINT X,Y,C
END

'マスをぬる 小さなマスには線を引かない fills a block; a line if there is room
DEF PAINT X,Y,C
 GFILL L+X*S,Y*S,L+X*S+S-1,Y*S+S-1,C
 IF S>7 THEN GBOX L+X*S,Y*S,L+X*S+S,Y*S+S,#GRAY
END

'壁にする makes a wall
DEF WALL X,Y
 M[X,Y]=1
 BLOCK X,Y
END

'行けたら歩数をつける notes how far floor is that is reached
DEF REACH X,Y,D
 IF M[X,Y] THEN RETURN
 M[X,Y]=D
 IF MARK THEN PAINT X,Y,#YELLOW
 PUSH QX,X:PUSH QY,Y
END
