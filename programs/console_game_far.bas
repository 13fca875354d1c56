'retromaze用に書き下ろし 元:コンソールで遊べる簡単なゲームを作る - 迷路
'(written for retromaze after its game and its idea of a better goal)
' 迷路ゲーム 一番遠いゴール  MAZE GAME TO THE FARTHEST ROOM
'ゴールは、スタートから一番遠い部屋
M_W=8:M_H=4 '部屋の数 rooms: 2 to 12 each way
IF M_W<2 || M_W>12 || M_H<2 || M_H>12 THEN PRINT "M_W: 2 to 12, M_H: 2 to 12":END
ACLS
DIM DIST[M_W*M_H],QUE[0]
N=M_W*M_H:DIM U[N],EDGE[N*2],GRID[N] '1:右へ移動可能 open to the east 2:下へ south
@REGENERATE
FILL GRID,0:FILL U,-1:E=0
FOR I=0 TO M_W-2
 FOR J=0 TO M_H-1:EDGE[E]=(I+J*M_W)*2:INC E:NEXT
NEXT
FOR I=0 TO M_W-1
 FOR J=0 TO M_H-2:EDGE[E]=(I+J*M_W)*2+1:INC E:NEXT
NEXT
FOR I=E-1 TO 0 STEP -1
 K=RND(I+1):SWAP EDGE[K],EDGE[I] 'シャッフル shuffle
NEXT
FOR K=0 TO E-1
 I=EDGE[K] DIV 2:B=1+(EDGE[K] AND 1)
 S=I:WHILE U[S]>=0:S=U[S]:WEND '両側の班長 the leaders on both sides
 T=I+1:IF B==2 THEN T=I+M_W
 WHILE U[T]>=0:T=U[T]:WEND
 IF U[S]>U[T] THEN SWAP S,T '大きい班の班長が続ける the larger set's leads on
 IF S!=T THEN U[S]=U[S]+U[T]:U[T]=S:GRID[I]=GRID[I] OR B
NEXT
'近い順に調べる the nearest rooms first
FILL DIST,-1:DIST[0]=0:PUSH QUE,0
WHILE LEN(QUE)
 I=SHIFT(QUE)
 IF GRID[I] AND 1 THEN J=I+1:GOSUB @REACH
 IF GRID[I] AND 2 THEN J=I+M_W:GOSUB @REACH
 IF I>0 && (GRID[I-1] AND 1) THEN J=I-1:GOSUB @REACH
 IF I>=M_W && (GRID[I-M_W] AND 2) THEN J=I-M_W:GOSUB @REACH
WEND
G=0 'ゴール the goal
FOR I=1 TO N-1
 IF DIST[I]>DIST[G] THEN G=I
NEXT
@RESET
P=0 'プレイヤー the player's room
@LOOP
PRINT "+";"---+"*M_W
FOR Y=0 TO M_H-1
 L$="|":S$="+"
 FOR I=Y*M_W TO Y*M_W+M_W-1
  C$=" "
  IF I==G THEN C$="G"
  IF I==0 THEN C$="S"
  IF I==P THEN C$="X"
  L$=L$+" "+C$+" ":IF GRID[I] AND 1 THEN L$=L$+" " ELSE L$=L$+"|"
  IF GRID[I] AND 2 THEN S$=S$+"   +" ELSE S$=S$+"---+"
 NEXT
 PRINT L$:PRINT S$
NEXT
IF P==G THEN PRINT "ゲームクリア!":END
PRINT "プレイヤー(X) をどの方向に動かすかを入力してください"
PRINT "(up, down, left, right)"
PRINT "ゲームを終了する場合、quit; スタート地点に戻る場合 reset;"
PRINT "迷路を再生成する場合 regenerate."
LINPUT "|> ";A$
'V:移動量 I:その壁の情報を持つ部屋 the move, the room with its wall
IF A$=="up" THEN V=-M_W:I=P-M_W:B=2:GOTO @MOVE
IF A$=="down" THEN V=M_W:I=P:B=2:GOTO @MOVE
IF A$=="left" THEN V=-1:I=P-1:B=1:GOTO @MOVE
IF A$=="right" THEN V=1:I=P:B=1:GOTO @MOVE
IF A$=="quit" THEN END
IF A$=="reset" GOTO @RESET
IF A$=="regenerate" GOTO @REGENERATE
PRINT "入力を読み取れませんでした":GOTO @LOOP
@MOVE
IF I>=0 && (GRID[I] AND B) THEN P=P+V:GOTO @LOOP
PRINT "そちらには移動できません":GOTO @LOOP

@REACH 'はじめての部屋なら列に並べる a new room waits
IF DIST[J]<0 THEN DIST[J]=DIST[I]+1:PUSH QUE,J
RETURN
