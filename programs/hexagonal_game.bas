'retromaze用に書き下ろし 元:コンソールで遊べる簡単なゲームを作る - 迷路
'(written for retromaze after the sketch at its end)
' 六角形の迷路ゲーム  HEXAGONAL MAZE GAME
'6方向へ移動できる迷路をuikmnhで歩く
COLS=24:ROWS=16 '列と行 columns and rows: to 24 and 16
IF COLS<2 || COLS>24 || ROWS<1 || ROWS>16 THEN PRINT "COLS: 2 to 24, ROWS: 1 to 16":END
ACLS
N=COLS*ROWS-ROWS DIV 2 '1行おきに1つ少ない every second row is one shorter
'GOES: 右、左下、右下の部屋まで to the right, lower left, lower right
DIM X[N],Y[N],U[N],WALL[0],GOES[3],DOOR[N]
GOES[0]=1:GOES[1]=COLS-1:GOES[2]=COLS
FOR J=0 TO ROWS-1
 E=COLS-1-J MOD 2 '行の右端 the row's last
 FOR A=0 TO E
  '部屋とその右、左下、右下の壁 a room, its walls
  X[I]=A*16+J MOD 2*8+16:Y[I]=J*14+13
  GFILL X[I]-6,Y[I]-3,X[I]+6,Y[I]+3,#TEAL
  GTRI X[I]-6,Y[I]-4,X[I]+6,Y[I]-4,X[I],Y[I]-7,#TEAL
  GTRI X[I]-6,Y[I]+4,X[I]+6,Y[I]+4,X[I],Y[I]+7,#TEAL
  IF A<E THEN PUSH WALL,I*4
  IF J<ROWS-1 && (J MOD 2 || A>0) THEN PUSH WALL,I*4+1
  IF J<ROWS-1 && (J MOD 2 || A<E) THEN PUSH WALL,I*4+2
  INC I
 NEXT
NEXT
FOR I=LEN(WALL)-1 TO 0 STEP -1
 P=RND(I+1):SWAP WALL[P],WALL[I] 'シャッフル shuffle
NEXT
FILL U,-1
FOR K=0 TO LEN(WALL)-1
 D=WALL[K] MOD 4:I=WALL[K] DIV 4:J=I+GOES[D]
 IF UNION(I,J) THEN
  DOOR[I]=DOOR[I] OR 1<<D
  DOOR[J]=DOOR[J] OR 8<<D '反対側 the opposite way
  FOR T=-3 TO 3
   IF D THEN GLINE X[I]+T,Y[I],X[J]+T,Y[J],#TEAL ELSE GLINE X[I],Y[I]+T,X[J],Y[J]+T,#TEAL
  NEXT
  VSYNC
 ENDIF
NEXT
LOCATE 0,29:PRINT "u:左上 i:右上 h:左 k:右 n:左下 m:右下 q:やめる";
I=0:C=#RED:GOSUB @MARK
WHILE I!=N-1
 VSYNC
 A$=INKEY$()
 IF A$=="q" THEN END
 K=INSTR("knmhiu",A$) 'DOORのビットの順 in the order of the bits
 IF A$!="" && K>=0 && (DOOR[I] AND 1<<K) THEN
  C=#YELLOW:GOSUB @MARK '足あと a footprint
  IF K<3 THEN I=I+GOES[K] ELSE I=I-GOES[K-3]
  C=#RED:GOSUB @MARK
 ENDIF
WEND
LOCATE 0,29:PRINT "ゴール!";" "*42;
END

@MARK
GFILL X[I]-2,Y[I]-2,X[I]+2,Y[I]+2,C
GPUTCHR X[0]-4,Y[0]-4,"S"
GPUTCHR X[N-1]-4,Y[N-1]-4,"G"
RETURN

DEF FIND(I)
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
