'retromaze用に書き下ろし 元:コンソールで遊べる簡単なゲームを作る - 迷路
'(written for retromaze after an idea that was not built there)
' 絵のうかぶ迷路  PICTURE MAZE
'正解のルートの壁をあらかじめ壊してからクラスカル法を使う:
'解くと絵が浮かび上がる
'The walls along a line are broken first: whoever solves it draws it
PICTURE=1 '1:ハート heart 2:うずまき spiral 3:自分で描く your own
SOLVED=0 '1:はじめから答えを見せる shows the way at once
IF PICTURE<1 || PICTURE>3 THEN PRINT "PICTURE: 1 to 3":END
ACLS
M_W=24:M_H=14:N=M_W*M_H 'DATAの大きさ as the pictures are
DIM WAY[0],MAP[N],U[N],EDGE[0] 'WAY: 正解の道 the rooms of the line
IF PICTURE==1 THEN RESTORE @HEART ELSE RESTORE @SPIRAL
IF PICTURE==3 THEN DRAWLINE ELSE READLINE
CLS
PRINT "A:正解のルート  B:次の迷路  Y:終わり";
B=#B
REPEAT
 IF B AND #B THEN
  GENERATE
  SHOWN=SOLVED
  IF SHOWN THEN PAINT #YELLOW
 ENDIF
 IF B AND #A THEN
  SHOWN=!SHOWN
  IF SHOWN THEN PAINT #YELLOW ELSE PAINT #SILVER
 ENDIF
 VSYNC
 B=BUTTON(2)
UNTIL B AND #Y
END

'絵を読み、SからGへたどる reads a picture, follows it from S to G
DEF READLINE
 VAR I,J,X,Y,A$
 FOR Y=0 TO M_H-1
  READ A$
  FOR X=0 TO M_W-1
   J=X+Y*M_W
   MAP[J]=A$[X]!="."
   IF A$[X]=="S" THEN I=J
  NEXT
 NEXT
 REPEAT
  PUSH WAY,I
  MAP[I]=0
  J=-1
  IF I MOD M_W && MAP[I-1] THEN J=I-1
  IF I MOD M_W<M_W-1 && MAP[I+1] THEN J=I+1
  IF I>=M_W && MAP[I-M_W] THEN J=I-M_W
  IF I<N-M_W && MAP[I+M_W] THEN J=I+M_W
  I=J
 UNTIL J<0
END

'十字ボタンで描く、もどると消える draws with the four directions;
'going back rubs out
DEF DRAWLINE
 VAR I,X,Y,B
 PRINT "十字ボタン:線を描く  A:できた";
 DRAWTO 0
 REPEAT
  VSYNC
  B=BUTTON(2)
  I=WAY[LEN(WAY)-1]
  X=I MOD M_W+!!(B AND #RIGHT)-!!(B AND #LEFT)
  Y=I DIV M_W
  IF X==I MOD M_W THEN Y=Y+!!(B AND #DOWN)-!!(B AND #UP)
  IF X>=0 && X<M_W && Y>=0 && Y<M_H && X+Y*M_W!=I THEN DRAWTO X+Y*M_W
 UNTIL (B AND #A) && LEN(WAY)>1
END

'線を部屋Jへ、1つ前なら消す leads the line to room J, or back
DEF DRAWTO J
 VAR K=LEN(WAY)
 IF MAP[J]==0 THEN
  PUSH WAY,J
  MAP[J]=1
 ELSEIF WAY[K-2]==J THEN
  K=POP(WAY)
  MAP[K]=0
 ENDIF
 BOARD
 PAINT #YELLOW
END

'迷路を作る makes a maze: Kruskal's method, the line first
DEF GENERATE
 VAR I,J,K,P
 BOARD
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
 FOR K=1 TO LEN(WAY)-1
  BREAKWALL WAY[K-1],WAY[K]
 NEXT
 FOR K=0 TO LEN(EDGE)-1
  I=EDGE[K] DIV 2
  IF EDGE[K] AND 1 THEN BREAKWALL I,I+M_W ELSE BREAKWALL I,I+1
 NEXT
END

'つながっていなければ壊す breaks a wall if its sides are not joined
DEF BREAKWALL I,J
 IF !UNION(I,J) THEN RETURN
 GATE I,J,#SILVER
 VSYNC
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

'閉じた部屋 closed rooms
DEF BOARD
 VAR I
 GFILL 8,16,8+M_W*16-1,16+M_H*16-1,#MAROON
 FOR I=0 TO N-1:ROOM I,#SILVER:NEXT
 LETTERS
END

DEF ROOM I,C
 VAR X=I MOD M_W*16+8,Y=I DIV M_W*16+16
 GFILL X+1,Y+1,X+14,Y+14,C
END

'となりへの通路 the gate between two rooms
DEF GATE I,J,C
 VAR K=MIN(I,J)
 VAR X=K MOD M_W*16+8,Y=K DIV M_W*16+16
 IF ABS(I-J)==1 THEN
  GFILL X+15,Y+1,X+16,Y+14,C
 ELSE
  GFILL X+1,Y+15,X+14,Y+16,C
 ENDIF
END

'正解の道を塗る paints the line
DEF PAINT C
 VAR K
 FOR K=0 TO LEN(WAY)-1
  ROOM WAY[K],C
  IF K THEN GATE WAY[K-1],WAY[K],C
 NEXT
 LETTERS
END

DEF LETTERS
 LETTER WAY[0],"S"
 IF LEN(WAY)>1 THEN LETTER WAY[LEN(WAY)-1],"G"
END

DEF LETTER I,A$
 GPUTCHR I MOD M_W*16+12,I DIV M_W*16+20,A$,#BLACK
END

'.の外は線 the line is all but full stops
@HEART
DATA "....#####.......#####..."
DATA "...##...##.....##...##.."
DATA "..##.....##...##.....##."
DATA "..#.......S...G.......#."
DATA "..#...................#."
DATA "..##.................##."
DATA "...##...............##.."
DATA "....##.............##..."
DATA ".....##...........##...."
DATA "......##.........##....."
DATA ".......##.......##......"
DATA "........###...###......."
DATA "..........#####........."
DATA "........................"
@SPIRAL
DATA "...#####################"
DATA "...#...................#"
DATA "...#.###############...#"
DATA "...#.#.............#...#"
DATA "...#.#.###########.#...#"
DATA "...#.#.#.........#.#...#"
DATA "...#.#.#.S######.#.#...#"
DATA "...#.#.#.......#.#.#...#"
DATA "...#.#.#########.#.#...#"
DATA "...#.#...........#.#...#"
DATA "...#.#############.#...#"
DATA "...#...............#...#"
DATA "...#################...G"
DATA "........................"
