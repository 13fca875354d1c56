' 棒倒し法 安全版  KNOCKING DOWN STICKS, SAFELY
' 出典 After: a column on なでしこ, whose maze may have no way through
' 上へ倒すのは最初の行だけ、壁のあるところへは倒さない
' A stick falls upwards in the first row only and never on a wall:
' then exactly one way leads from any floor to any other.
' 正解の道を示す The way to the goal is shown
N=21 '列数 columns and rows: odd, 5 to 79
CSV=0 '1: TXT:MAZEへ書き出す writes the maze to TXT:MAZE
IF N<5 || N>79 || N MOD 2==0 THEN PRINT "N: 5 to 79, odd":END
ACLS
S=MIN(13,240 DIV N) 'マスの大きさ 記事では13 dots a block, 13 in the article
L=400-N*S
COLOR 7:PRINT "アンゼンナ ボウタオシ";N:COLOR 15
DIM M[N,N],DIR[4]
'(1) すべて通路 all is floor
FOR Y=0 TO N-1
 FOR X=0 TO N-1
  BLOCK X,Y,#WHITE
 NEXT
NEXT
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
  C=0
  IF Y==2 && M[X,Y-1]==0 THEN DIR[C]=0:INC C
  IF M[X,Y+1]==0 THEN DIR[C]=1:INC C
  IF M[X-1,Y]==0 THEN DIR[C]=2:INC C
  IF M[X+1,Y]==0 THEN DIR[C]=3:INC C
  D=DIR[RND(C)]
  WALL X+(D==3)-(D==2),Y+(D==1)-(D==0)
  VSYNC
 NEXT
NEXT
'ゴールからの歩数(負) minus the steps to the goal
DIM QX[0],QY[0]
REACH N-2,N-2,-1
WHILE LEN(QX)
 X=SHIFT(QX):Y=SHIFT(QY)
 D=M[X,Y]-1
 REACH X,Y-1,D
 REACH X,Y+1,D
 REACH X-1,Y,D
 REACH X+1,Y,D
WEND
'スタートから歩く from the start one step nearer each time
X=1:Y=1
BLOCK X,Y,#LIME
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
 BLOCK X,Y,#LIME
 VSYNC
NEXT
PRINT "STEPS:";-M[1,1]-1
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

'歩数をつける notes how far floor is
DEF REACH X,Y,D
 IF M[X,Y] THEN RETURN
 M[X,Y]=D
 PUSH QX,X:PUSH QY,Y
END
