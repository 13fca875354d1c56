'retromaze用に書き下ろし 元:コンソールで遊べる簡単なゲームを作る - 迷路
'(written for retromaze after its game)
' 迷路ゲーム コンソール版  MAZE GAME ON THE CONSOLE
M_W=8:M_H=4:SOUND=0 '部屋の数、音1:あり rooms: 2 to 12 each way; 1: sound
IF M_W<2 || M_W>12 || M_H<2 || M_H>12 THEN PRINT "M_W: 2 to 12, M_H: 2 to 12":END
ACLS
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
@RESET
P=0 'プレイヤー the player's room
@LOOP
PRINT "+";"---+"*M_W
FOR Y=0 TO M_H-1
 L$="|":S$="+"
 FOR I=Y*M_W TO Y*M_W+M_W-1:C$=" "
  IF I==N-1 THEN C$="G"
  IF I==0 THEN C$="S"
  IF I==P THEN C$="X"
  L$=L$+" "+C$+" ":IF GRID[I] AND 1 THEN L$=L$+" " ELSE L$=L$+"|"
  IF GRID[I] AND 2 THEN S$=S$+"   +" ELSE S$=S$+"---+"
 NEXT
 PRINT L$:PRINT S$
NEXT
IF P==N-1 && SOUND THEN BEEP 81 'ファンファーレ a fanfare
IF P==N-1 THEN PRINT "ゲームクリア!":END
PRINT "プレイヤー(X) をどの方向に動かすかを入力してください":PRINT "(up, down, left, right)"
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
S=28:IF I>=0 && (GRID[I] AND B) THEN P=P+V ELSE S=10:PRINT "そちらには移動できません"
IF SOUND THEN BEEP S '足音か、壁の音 a step or a bump
GOTO @LOOP
