'retromaze用に書き下ろし 元:プチコン3号 12日目
'(written for retromaze after the game that it tells of, with its rooms)
' 迷路探検 バイナリーツリー  EXPLORING A BINARY TREE
M_W=24:M_H=15:SOUND=0 '部屋の数、音1:あり rooms: 2 to 199 and 2 to 119; 1: sound
IF M_W<2 || M_W>199 || M_H<2 || M_H>119 THEN PRINT "M_W: 2 to 199, M_H: 2 to 119":END
ACLS
DIM R[M_W+2,M_H+2],WAY[M_W+2,M_H+2]
'Rは壁の和 北2 西1 入れない4 walls: north 2, west 1; no room 4
FILL R,4
FOR Y=1 TO M_H
 FOR X=1 TO M_W
  IF X>1 && Y>1 THEN
   R[X,Y]=2-RND(2) '北か西、どちらかの壁を残す north or west stays
  ELSE
   R[X,Y]=(X==1)+(Y==1)*2 '外へは壊せない none to the outside
  ENDIF
 NEXT
NEXT
'正解の道はゴールからたどれる:西と北、開いているのは一つ
'The way back from the goal: only one of west and north is open
X=M_W:Y=M_H
WHILE X>0 && Y>0
 WAY[X,Y]=1
 IF R[X,Y] AND 1 THEN DEC Y ELSE DEC X
WEND
COLOR 15,1 '黒地に白 white on black
PRINT "十字ボタン:歩く  A:道を見る  Y:やめる"
PX=1:PY=1:STEPS=0:SHOW=0 '道を見せるか whether the way is shown
@DRAW '13x9部屋を描く 13 x 9 rooms, the player in the middle
GCLS
FOR Y=MAX(PY-4,1) TO MIN(PY+4,M_H)
 FOR X=MAX(PX-6,1) TO MIN(PX+6,M_W)
  L=184+(X-PX)*32:T=104+(Y-PY)*32
  C=#SILVER
  IF X==M_W && Y==M_H THEN C=#LIME 'ゴール
  GFILL L,T,L+31,T+31,C
  GFILL L,T,L+2,T+2,#MAROON '柱 a pillar
  IF R[X,Y] AND 1 THEN GFILL L,T,L+2,T+31,#MAROON
  IF R[X,Y] AND 2 THEN GFILL L,T,L+31,T+2,#MAROON
  IF SHOW && WAY[X,Y] THEN GFILL L+12,T+12,L+21,T+21,#YELLOW
 NEXT
NEXT
GFILL 194,114,205,125,#RED
IF SOUND && PX==M_W && PY==M_H THEN BEEP 81 'ファンファーレ a fanfare
IF PX==M_W && PY==M_H THEN PRINT "ゴール! ";STEPS;"歩 最短 ";M_W+M_H-2;"歩":END
@WAIT
VSYNC
B=BUTTON(1)
IF B AND #Y THEN PRINT "終わり ";STEPS;"歩":END
IF BUTTON(2) AND #A THEN SHOW=!SHOW:GOTO @DRAW
X=PX+!!(B AND #RIGHT)-!!(B AND #LEFT):Y=PY
IF X==PX THEN Y=PY+!!(B AND #DOWN)-!!(B AND #UP)
IF X==PX && Y==PY GOTO @WAIT
'壁の情報は右・下の部屋にある the room to the right or below has it
C=R[MAX(X,PX),MAX(Y,PY)] AND 4+(X!=PX)+(Y!=PY)*2
IF SOUND && C THEN BEEP 10 '壁の音 a bump
IF C GOTO @WAIT
PX=X:PY=Y:INC STEPS
IF SOUND THEN BEEP 28 '足音 a step
GOTO @DRAW
