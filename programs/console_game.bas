' 迷路ゲーム コンソール版  MAZE GAME ON THE CONSOLE
' 出典 After: [Python] コンソールで遊べる簡単なゲームを作る - 迷路
' X(あなた)をGまで動かす。迷路はクラスカル法
' Move X to G: up, down, left, right; reset goes back to S, regenerate
' makes another maze, quit ends
M_W=8:M_H=4 '部屋の数 rooms across and down: to 12 and 12
GOAL=0 'ゴール 0:右下 bottom right 1:一番遠い部屋 the farthest
IF M_W<2 || M_W>12 || M_H<2 || M_H>12 THEN PRINT "M_W: 2 to 12, M_H: 2 to 12":END
ACLS
N=M_W*M_H
DIM GRID[N],U[N],EDGE[0] 'GRID: 1 右へ open to the east, 2 下へ south
DIM DIST[N],QUE[0]
PX=0:PY=0:GX=M_W-1:GY=M_H-1:QUIT=0
GENERATE
WHILE !QUIT
 SHOW
 PRINT "プレイヤー(X)ヲ ドノホウコウニ ウゴカスカヲ ニュウリョク"
 PRINT "シテクダサイ(up, down, left, right)"
 PRINT "ゲームヲ シュウリョウスル バアイ、quit; スタートチテンニ モドル"
 PRINT "バアイ reset; メイロヲ サイセイセイスル バアイ regenerate."
 LINPUT "|> ";A$
 OK=1
 IF A$=="up" THEN
  OK=MOVE(0,-1)
 ELSEIF A$=="down" THEN
  OK=MOVE(0,1)
 ELSEIF A$=="left" THEN
  OK=MOVE(-1,0)
 ELSEIF A$=="right" THEN
  OK=MOVE(1,0)
 ELSEIF A$=="quit" THEN
  QUIT=1
 ELSEIF A$=="reset" THEN
  PX=0:PY=0
 ELSEIF A$=="regenerate" THEN
  GENERATE
  PX=0:PY=0
 ELSE
  '分からない言葉、空の行も an unknown word, or none
  PRINT "ニュウリョクヲ ヨミトレマセンデシタ"
 ENDIF
 '壁か外 a wall, or the edge
 IF !OK THEN PRINT "ソチラニハ イドウデキマセン"
 IF PX==GX && PY==GY THEN
  SHOW
  PRINT "ゲームクリア!"
  QUIT=1
 ENDIF
WEND
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

DEF FIND(I)
 IF U[I]<0 THEN RETURN I
 U[I]=FIND(U[I])
 RETURN U[I]
END

DEF UNION(I,J)
 I=FIND(I):J=FIND(J)
 IF I==J THEN RETURN 0
 IF U[I]>=U[J] THEN SWAP I,J
 U[I]=U[I]+U[J]
 U[J]=I
 RETURN 1
END

'盤面を表示 prints the board
DEF SHOW
 VAR X,Y,I,A$,B$
 PRINT "+"+"---+"*M_W
 FOR Y=0 TO M_H-1
  A$="|":B$="+"
  FOR X=0 TO M_W-1
   I=X+Y*M_W
   IF X==PX && Y==PY THEN
    A$=A$+" X "
   ELSEIF I==0 THEN
    A$=A$+" S "
   ELSEIF X==GX && Y==GY THEN
    A$=A$+" G "
   ELSE
    A$=A$+"   "
   ENDIF
   IF GRID[I] AND 1 THEN A$=A$+" " ELSE A$=A$+"|"
   IF GRID[I] AND 2 THEN B$=B$+"   +" ELSE B$=B$+"---+"
  NEXT
  PRINT A$
  PRINT B$
 NEXT
END

'動けたら1 moves X if no wall is in the way; 1: moved
DEF MOVE(VX,VY)
 VAR X=PX+VX,Y=PY+VY
 IF X<0 || X>=M_W || Y<0 || Y>=M_H THEN RETURN 0
 '左か上のマスが壁を知っている the room to the left or above knows
 IF VX && !(GRID[MIN(X,PX)+Y*M_W] AND 1) THEN RETURN 0
 IF VY && !(GRID[X+MIN(Y,PY)*M_W] AND 2) THEN RETURN 0
 PX=X:PY=Y
 RETURN 1
END
