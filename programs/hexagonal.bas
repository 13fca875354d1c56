' 六角形の迷路  HEXAGONAL MAZE
' 出典 After an idea at the end of [Python] コンソールで遊べる
' 簡単なゲームを作る - 迷路, which was never built
' 馬目地状に並べた部屋は、6方向の部屋ととなり合う
' Rooms laid like bricks have six neighbors each; Kruskal's method.
' u:左上 i:右上 h:左 k:右 n:左下 m:右下 q:やめる quit
COLS=24:ROWS=16 '列と行 columns (to 24) and rows (to 16)
IF COLS<2 || COLS>24 || ROWS<1 || ROWS>16 THEN PRINT "COLS: 2 to 24, ROWS: 1 to 16":END
ACLS
N=COLS*ROWS-ROWS DIV 2 '1行おきに1つ少ない every second row has one room less
FL=#TEAL
'部屋 all rooms
FOR I=0 TO N-1
 GFILL CX(I)-6,CY(I)-3,CX(I)+6,CY(I)+3,FL
 GTRI CX(I)-6,CY(I)-4,CX(I)+6,CY(I)-4,CX(I),CY(I)-7,FL
 GTRI CX(I)-6,CY(I)+4,CX(I)+6,CY(I)+4,CX(I),CY(I)+7,FL
NEXT
'壁 inner walls: I*4, I*4+1, I*4+2 right, lower left, lower right
DIM WALL[0],U[N],DOOR[N],GOES[3]
GOES[0]=1:GOES[1]=COLS-1:GOES[2]=COLS
FOR Y=0 TO ROWS-1
 A=Y*COLS-Y DIV 2
 Z=A+COLS-1-Y MOD 2
 FOR I=A TO Z
  IF I<Z THEN PUSH WALL,I*4
  IF Y<ROWS-1 && (Y MOD 2 || I>A) THEN PUSH WALL,I*4+1
  IF Y<ROWS-1 && (Y MOD 2 || I<Z) THEN PUSH WALL,I*4+2
 NEXT
NEXT
'シャッフル shuffle
FOR I=LEN(WALL)-1 TO 0 STEP -1
 P=RND(I+1)
 SWAP WALL[P],WALL[I]
NEXT
'つながっていない2部屋の壁を壊す break walls between sets of rooms
FILL U,-1
FOR K=0 TO LEN(WALL)-1
 D=WALL[K] MOD 4
 I=WALL[K] DIV 4
 J=I+GOES[D]
 IF UNION(I,J) THEN
  DOOR[I]=DOOR[I] OR 1<<D
  DOOR[J]=DOOR[J] OR 8<<D '反対側 the opposite way
  FOR T=-3 TO 3
   IF D==0 THEN GLINE CX(I),CY(I)+T,CX(J),CY(J)+T,FL ELSE GLINE CX(I)+T,CY(I),CX(J)+T,CY(J),FL
  NEXT
  VSYNC
 ENDIF
NEXT
'歩く walk: the keys in the order of the bits of DOOR
KEYS$="knmhiu"
I=0
MARK I,#RED
WHILE I!=N-1
 VSYNC
 A$=INKEY$()
 IF A$=="q" THEN BREAK
 K=INSTR(KEYS$,A$)
 IF A$!="" && K>=0 && (DOOR[I] AND 1<<K) THEN
  MARK I,#YELLOW '足あと a footprint
  IF K<3 THEN I=I+GOES[K] ELSE I=I-GOES[K-3]
  MARK I,#RED
 ENDIF
WEND
IF I==N-1 THEN PRINT "ゴール! GOAL"
END

'部屋Iのまんなか the center of room I
DEF CX(I)
 VAR P=COLS*2-1 '2行の部屋の数 rooms in two rows
 VAR Q=I MOD P
 IF Q<COLS THEN RETURN Q*16+16
 RETURN (Q-COLS)*16+24
END
DEF CY(I)
 VAR P=COLS*2-1
 RETURN (I DIV P*2+(I MOD P>=COLS))*14+13
END

DEF MARK I,C
 GFILL CX(I)-2,CY(I)-2,CX(I)+2,CY(I)+2,C
 LETTERS
END

'印の上に over any mark
DEF LETTERS
 GPUTCHR CX(0)-4,CY(0)-4,"S"
 GPUTCHR CX(N-1)-4,CY(N-1)-4,"G"
END

DEF FIND(I)
 IF U[I]<0 THEN RETURN I
 U[I]=FIND(U[I])
 RETURN U[I]
END

'2つの組を合わせる joins two sets; 0: they are one already
DEF UNION(I,J)
 I=FIND(I):J=FIND(J)
 IF I==J THEN RETURN 0
 IF U[I]>=U[J] THEN SWAP I,J
 U[I]=U[I]+U[J]
 U[J]=I
 RETURN 1
END
