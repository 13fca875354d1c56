' 迷路ゲーム コンソール版  MAZE GAME ON THE CONSOLE
' 出典 After: [Python] コンソールで遊べる簡単なゲームを作る - 迷路
' X(あなた)をGまで動かす。迷路はクラスカル法
' Move X to G: up, down, left, right; reset goes back to S, regenerate
' makes another maze, quit ends
M_W=8:M_H=4 '部屋の数 rooms across and down: to 12 and 12
IF M_W<2 || M_W>12 || M_H<2 || M_H>12 THEN PRINT "M_W: 2 to 12, M_H: 2 to 12":END
ACLS
N=M_W*M_H
DIM GRID[N],U[N],EDGE[0] 'GRID: 1 右へ open to the east, 2 下へ south
GENERATE
PX=0:PY=0:QUIT=0
WHILE !QUIT
 SHOW
 PRINT "up,down,left,right?"
 PRINT "quit,reset,regenerate?"
 INPUT "|> ",A$
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
  PRINT "ヨミトレマセンデシタ / what?"
 ENDIF
 IF !OK THEN PRINT "ソチラニハ イケマセン / a wall"
 IF PX==M_W-1 && PY==M_H-1 THEN
  SHOW
  PRINT "ゲームクリア! / you made it"
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
   ELSEIF I==N-1 THEN
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
