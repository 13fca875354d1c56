'retromaze用に書き下ろし 元:コンソールで遊べる簡単なゲームを作る - 迷路
'(written for retromaze after its game and its idea of a better goal)
' 迷路ゲーム ボタン版  MAZE GAME WITH BUTTONS
'宝箱まで歩く。迷路はクラスカル法
M_W=16:M_H=9 '部屋の数 rooms across and down: to 32 and 18
GOAL=0 'ゴール 0:右下 bottom right 1:一番遠い部屋 the farthest
IF M_W<2 || M_W>32 || M_H<2 || M_H>18 THEN PRINT "M_W: 2 to 32, M_H: 2 to 18":END
ACLS
N=M_W*M_H
S=MIN(400 DIV M_W,216 DIV M_H) '1部屋のドット dots a room
L=(400-M_W*S) DIV 2:T=(256-M_H*S) DIV 2
DIM GRID[N],U[N],EDGE[0] 'GRID: 1 右へ open to the east, 2 下へ south
DIM DIST[N],QUE[0]
GX=M_W-1:GY=M_H-1
HEDGE=RGB(24,104,40):SAND=RGB(240,216,152) '生けがきと砂 hedges and sand
BACKCOLOR HEDGE
PRINT "十字ボタン:動く  B:戻る  X:次の迷路  Y:終わり"
B=#X
REPEAT
 IF B AND #X THEN GENERATE
 IF B AND (#X OR #B) THEN
  BOARD
  PX=0:PY=0:STEPS=0
  PUT 0,500,PX,PY:PUT 1,15,GX,GY '主人公と宝箱 the player, the chest
  LOCATE 0,1:PRINT "歩数:0        ";
 ENDIF
 'ゴールしたら動けない who is at the goal stays there
 IF PX!=GX || PY!=GY THEN
  IF B AND #UP THEN
   MOVE 0,-1
  ELSEIF B AND #DOWN THEN
   MOVE 0,1
  ELSEIF B AND #LEFT THEN
   MOVE -1,0
  ELSEIF B AND #RIGHT THEN
   MOVE 1,0
  ENDIF
 ENDIF
 VSYNC
 B=BUTTON(1)
UNTIL B AND #Y
END

'迷路を作る makes a maze: Kruskal's method
DEF GENERATE
 VAR I,J,K,P
 FILL GRID,0
 FILL U,-1
 WHILE LEN(EDGE):K=POP(EDGE):WEND
 FOR I=0 TO M_W-2
  FOR J=0 TO M_H-1:PUSH EDGE,(I+J*M_W)*2:NEXT
 NEXT
 FOR I=0 TO M_W-1
  FOR J=0 TO M_H-2:PUSH EDGE,(I+J*M_W)*2+1:NEXT
 NEXT
 FOR I=LEN(EDGE)-1 TO 0 STEP -1
  P=RND(I+1)
  SWAP EDGE[P],EDGE[I]
 NEXT
 FOR K=0 TO LEN(EDGE)-1
  I=EDGE[K] DIV 2
  IF EDGE[K] AND 1 THEN
   IF UNION(I,I+M_W) THEN GRID[I]=GRID[I] OR 2
  ELSE
   IF UNION(I,I+1) THEN GRID[I]=GRID[I] OR 1
  ENDIF
 NEXT
 IF GOAL THEN FARTHEST
END

'一番遠い部屋をゴールに the farthest room is the goal:
'近い順に調べる breadth-first search, the nearest rooms first
DEF FARTHEST
 VAR I,F=0
 FILL DIST,-1
 REACH 0,0
 WHILE LEN(QUE)
  I=SHIFT(QUE)
  IF GRID[I] AND 1 THEN REACH I+1,DIST[I]+1
  IF GRID[I] AND 2 THEN REACH I+M_W,DIST[I]+1
  IF I MOD M_W THEN IF GRID[I-1] AND 1 THEN REACH I-1,DIST[I]+1
  IF I>=M_W THEN IF GRID[I-M_W] AND 2 THEN REACH I-M_W,DIST[I]+1
 WEND
 FOR I=1 TO N-1
  IF DIST[I]>DIST[F] THEN F=I
 NEXT
 GX=F MOD M_W:GY=F DIV M_W
END

'部屋Iへ、はじめてなら列に並べる comes to room I; a new one waits
DEF REACH I,D
 IF DIST[I]>=0 THEN RETURN
 DIST[I]=D
 PUSH QUE,I
END

DEF FIND(I) 'Iの班の班長は? the leader of I
 IF U[I]<0 THEN RETURN I
 U[I]=FIND(U[I])
 RETURN U[I]
END

DEF UNION(I,J) '合併する 0:もう同じ班 joins two sets
 I=FIND(I):J=FIND(J)
 IF I==J THEN RETURN 0
 IF U[I]>=U[J] THEN SWAP I,J
 U[I]=U[I]+U[J]
 U[J]=I
 RETURN 1
END

'盤面を描く draws the board: floor on walls
DEF BOARD
 VAR X,Y,I
 GFILL L,T,L+M_W*S-1,T+M_H*S-1,HEDGE
 FOR Y=0 TO M_H-1
  FOR X=0 TO M_W-1
   I=X+Y*M_W
   ROOM X,Y,(GRID[I] AND 1)!=0,(GRID[I] AND 2)!=0
  NEXT
 NEXT
END

'部屋と右(E)か下(D)への通路 a room and its ways east and down
DEF ROOM X,Y,E,D
 GFILL L+X*S+2,T+Y*S+2,L+X*S+S-3,T+Y*S+S-3,SAND
 IF E THEN GFILL L+X*S+S-2,T+Y*S+2,L+X*S+S+1,T+Y*S+S-3,SAND
 IF D THEN GFILL L+X*S+2,T+Y*S+S-2,L+X*S+S-3,T+Y*S+S+1,SAND
END

'絵がKのスプライトIを部屋に sprite I with picture K, as large as a room
DEF PUT I,K,X,Y
 SPSET I,K
 SPSCALE I,S/20,S/20
 SPOFS I,L+(X+0.1)*S,T+(Y+0.1)*S
END

'壁がなければ動く moves if no wall is in the way
DEF MOVE VX,VY
 VAR X=PX+VX,Y=PY+VY,I,K
 IF X<0 || X>=M_W || Y<0 || Y>=M_H THEN RETURN
 IF VX && !(GRID[MIN(X,PX)+Y*M_W] AND 1) THEN RETURN
 IF VY && !(GRID[X+MIN(Y,PY)*M_W] AND 2) THEN RETURN
 K=L+PX*S+S DIV 2:I=T+PY*S+S DIV 2
 GFILL K-2,I-2,K+1,I+1,#OLIVE '足あと a footprint
 PX=X:PY=Y
 INC STEPS
 SPCHR 0,500+((VX<0)+(VY<0)*2+(VX>0)*3)*4 '下、左、上、右 down, left, up, right
 SPANIM 0,"XY",-4,L+(PX+0.1)*S,T+(PY+0.1)*S
 LOCATE 3,1:PRINT STEPS;
 IF PX==GX && PY==GY THEN PRINT " ゴール!";:SPCHR 1,16 '宝箱があく the chest opens
END
