' 棒倒し法  KNOCKING DOWN STICKS
' 出典 After: a column on なでしこ, maze of 21 and 55 columns
' 1マスおきの壁から、上下左右どれかへ棒を倒す
' From a pillar at every second block a stick falls to any side.
' 閉じた通路(赤)ができることがある。ゴールがそこなら行けない
' Floor may be closed in (red): no way leads to a goal that lies there
N=21 '列数 columns and rows: odd, 5 to 79
GOAL=1 '1:ゴールは無作為 the goal is drawn  0:右下 bottom right
CSV=0 '1: TXT:MAZEへ書き出す writes the maze to TXT:MAZE
IF N<5 || N>79 || N MOD 2==0 THEN PRINT "N: 5 to 79, odd":END
ACLS
S=240 DIV N 'マスの大きさ dots a block
L=400-N*S
COLOR 7:PRINT "ボウタオシ";N:COLOR 15
DIM M[N,N]
'(1) すべて通路 all is floor
FOR Y=0 TO N-1
 FOR X=0 TO N-1
  BLOCK X,Y,#WHITE
 NEXT
NEXT
VSYNC
'(2) 外周を壁に walls around
FOR I=0 TO N-1
 WALL I,0
 WALL I,N-1
 WALL 0,I
 WALL N-1,I
NEXT
VSYNC
'(3)(4) 1マスおきに壁、棒を倒す pillars, each with a stick
FOR Y=2 TO N-3 STEP 2
 FOR X=2 TO N-3 STEP 2
  WALL X,Y
  ON RND(4) GOTO @UP,@DOWN,@LEFT,@RIGHT
  @UP:WALL X,Y-1:GOTO @FELL
  @DOWN:WALL X,Y+1:GOTO @FELL
  @LEFT:WALL X-1,Y:GOTO @FELL
  @RIGHT:WALL X+1,Y
  @FELL
  VSYNC
 NEXT
NEXT
'スタートから行けるところ what the start leads to
DIM QX[0],QY[0]
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
  IF M[X,Y]==0 THEN BLOCK X,Y,#RED:INC C
 NEXT
NEXT
PRINT "トジタ ツウロ"
PRINT "CLOSED:";C
'ゴール goal: 四隅はいつでもつながっている the corners are always joined
X=N-2:Y=N-2
IF GOAL THEN X=RND(N DIV 2)*2+1:Y=RND(N DIV 2)*2+1
BLOCK X,Y,#LIME
PRINT "ゴール"
IF M[X,Y]==2 THEN PRINT "WAY:YES" ELSE PRINT "WAY:NO"
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

'マスを描く draws a block
DEF BLOCK X,Y,C
 GFILL L+X*S,Y*S,L+X*S+S-1,Y*S+S-1,C
 GBOX L+X*S,Y*S,L+X*S+S-1,Y*S+S-1,#GRAY
END

'壁にする makes a wall
DEF WALL X,Y
 M[X,Y]=1
 BLOCK X,Y,#MAROON
END

'行けたら印をつける marks floor that is reached
DEF REACH X,Y
 IF M[X,Y] THEN RETURN
 M[X,Y]=2
 BLOCK X,Y,#YELLOW
 PUSH QX,X:PUSH QY,Y
END
