' 棒倒し法  KNOCKING DOWN STICKS
' 出典 After: a column on なでしこ, maze of 21 and 55 columns
' 1マスおきの壁から、上下左右どれかへ棒を倒す
' From a pillar at every second block a stick falls to any side.
' 閉じた通路(赤)ができることがある。ゴールがそこなら行けない
' Floor may be closed in (red): no way leads to a goal that lies there
N=21 '列数 columns and rows: odd, 5 to 79
GOAL=1 '1:ゴールは無作為 the goal is drawn  0:右下 bottom right
CSV=0 '1: TXT:MAZEへ書き出す writes the maze to TXT:MAZE
STORED=0 '1: TXT:MAZEを読む reads TXT:MAZE instead of making a maze
EDIT=0 '1:壁とゴールを手で直す walls and goal changed by hand
MARK=0 '1:行ける通路は黄色 floor that is reached turns yellow
ACLS
C$=""
IF STORED THEN
 IF !CHKFILE("TXT:MAZE") THEN PRINT "TXT:MAZE ガ アリマセン / none":END
 FETCH
ENDIF
IF N<5 || N>79 || N MOD 2==0 THEN PRINT "N: 5 to 79, odd":END
S=MIN(13,240 DIV N) 'マスの大きさ 記事では13 dots a block, 13 in the article
L=400-N*S
DIM M[N,N],QX[0],QY[0]
GX=-1:GY=-1 'ゴール the goal
IF STORED && !READCSV() THEN PRINT "TXT:MAZE ガ ヨメマセン / no maze":END
COLOR 7:PRINT "ボウタオシ";N:COLOR 15
IF STORED THEN DRAW ELSE MAKE
'四隅はいつでもつながっている the corners are always joined
GX=N-2:GY=N-2
IF GOAL THEN GX=RND(N DIV 2)*2+1:GY=RND(N DIV 2)*2+1
BLOCK GX,GY
IF EDIT THEN HAND
'スタートから行けるところ what the start leads to
REACH 1,1
WHILE LEN(QX)
 X=SHIFT(QX):Y=SHIFT(QY)
 REACH X,Y-1
 REACH X,Y+1
 REACH X-1,Y
 REACH X+1,Y
WEND
'行けない通路 floor that is closed in
C=0
FOR Y=1 TO N-2
 FOR X=1 TO N-2
  IF M[X,Y]==0 THEN PAINT X,Y,#RED:INC C
 NEXT
NEXT
BLOCK GX,GY
PRINT "トジタ ツウロ"
PRINT "CLOSED:";C
PRINT "ゴール"
IF M[GX,GY]==2 THEN PRINT "WAY:YES" ELSE PRINT "WAY:NO"
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

'迷路を作る the four steps, each with its picture
DEF MAKE
 VAR X,Y,I
 '(1) すべて通路 all is floor
 DRAW
 VSYNC 30
 '(2) 外周を壁に walls around
 FOR I=0 TO N-1
  WALL I,0
  WALL I,N-1
  WALL 0,I
  WALL N-1,I
 NEXT
 VSYNC 30
 '(3) 1マスおきに壁 a pillar at every second block
 FOR Y=2 TO N-3 STEP 2
  FOR X=2 TO N-3 STEP 2:WALL X,Y:NEXT
 NEXT
 VSYNC 30
 '(4) 棒を倒す from each a stick
 FOR Y=2 TO N-3 STEP 2
  FOR X=2 TO N-3 STEP 2
   ON RND(4) GOTO @UP,@DOWN,@LEFT,@RIGHT
   @UP:WALL X,Y-1:GOTO @FELL
   @DOWN:WALL X,Y+1:GOTO @FELL
   @LEFT:WALL X-1,Y:GOTO @FELL
   @RIGHT:WALL X+1,Y
   @FELL
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
 PRINT "A:カベ wall"
 PRINT "B:ゴール goal"
 PRINT "X:オワリ done"
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

'マスを描く draws a block
DEF BLOCK X,Y
 VAR C=#WHITE
 IF X==GX && Y==GY THEN C=#LIME
 IF M[X,Y]==1 THEN C=#MAROON
 PAINT X,Y,C
END

'マスをぬる fills a block with a color
DEF PAINT X,Y,C
 GFILL L+X*S,Y*S,L+X*S+S-1,Y*S+S-1,C
 GBOX L+X*S,Y*S,L+X*S+S-1,Y*S+S-1,#GRAY
END

'壁にする makes a wall
DEF WALL X,Y
 M[X,Y]=1
 BLOCK X,Y
END

'行けたら印をつける marks floor that is reached
DEF REACH X,Y
 IF M[X,Y] THEN RETURN
 M[X,Y]=2
 IF MARK THEN PAINT X,Y,#YELLOW
 PUSH QX,X:PUSH QY,Y
END
