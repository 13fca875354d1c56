'retromaze用に書き下ろし 元:なでしこの連載
'(written for retromaze after a column on なでしこ)
' 棒倒し法 安全版  KNOCKING DOWN STICKS, SAFELY
'上へ倒すのは最初の行だけ、壁のある方へは倒さない
'どの通路からどの通路へも、道はちょうど1本 one way anywhere
N=21 '列数 columns and rows: odd, 5 to 79
IF N<5 || N>79 || N MOD 2==0 THEN PRINT "N: 5 to 79, odd":END
ACLS
S=MIN(13,239 DIV N) '壁幅 dots a block
DIM M[N,N],DIR[4] 'M 1:壁 wall 0:通路 floor
FOR Y=0 TO N-1
 FOR X=0 TO N-1:BOX X,Y:NEXT
NEXT
VSYNC 30
'外周を壁にする walls around
FOR I=0 TO N-1
 WALL I,0:WALL I,N-1
 WALL 0,I:WALL N-1,I
NEXT
VSYNC 30
'1マスおきに壁を配置 a pillar at every second block
FOR Y=2 TO N-3 STEP 2
 FOR X=2 TO N-3 STEP 2:WALL X,Y:NEXT
NEXT
VSYNC 30
'棒を倒す from each a stick falls where floor is
FOR Y=2 TO N-3 STEP 2
 FOR X=2 TO N-3 STEP 2
  C=0
  IF Y==2 && M[X,Y-1]==0 THEN DIR[C]=0:INC C
  IF M[X,Y+1]==0 THEN DIR[C]=1:INC C
  IF M[X-1,Y]==0 THEN DIR[C]=2:INC C
  IF M[X+1,Y]==0 THEN DIR[C]=3:INC C
  ON DIR[RND(C)] GOTO @UP,@DOWN,@LEFT,@RIGHT
  @UP:WALL X,Y-1:GOTO @FELL
  @DOWN:WALL X,Y+1:GOTO @FELL
  @LEFT:WALL X-1,Y:GOTO @FELL
  @RIGHT:WALL X+1,Y
  @FELL
  VSYNC
 NEXT
NEXT
END

'壁にする makes a wall
DEF WALL X,Y
 M[X,Y]=1
 BOX X,Y
END

'四角描画 壁は茶色 a box, brown if it is a wall
DEF BOX X,Y
 VAR C=#WHITE
 IF M[X,Y] THEN C=RGB(165,42,42)
 GFILL X*S,Y*S,X*S+S-1,Y*S+S-1,C
 '灰色の線 小さなマスにはなし a line, if there is room
 IF S>7 THEN GBOX X*S,Y*S,X*S+S,Y*S+S,#GRAY
END
