' 迷路探検 バイナリーツリー  EXPLORING A BINARY TREE
' 出典 After: プチコン3号 12日目: the game before it walked through the
' mazes of 5日目, and its rooms are those of 12日目
' 十字ボタンで歩き、Aで正解の道を見せる(もう一度で隠す)
' The four directions walk, A shows the way and hides it, Y quits
' R[X,Y]は部屋の壁の和: 2 北 1 西、4は入れない部屋
' R[X,Y] is the sum of a room's walls: 2 north, 1 west; 4 no room
M_W=24:M_H=15 '部屋の数 rooms across and down
IF M_W<2 || M_W>199 || M_H<2 || M_H>119 THEN PRINT "M_W: 2 to 199, M_H: 2 to 119":END
ACLS
DIM R[M_W+2,M_H+2],WAY[M_W+2,M_H+2]
GROW
GOBACK
PX=1:PY=1:STEPS=0
SHOW=FALSE
B=0
VIEW
REPEAT
 VX=!!(B AND #RIGHT)-!!(B AND #LEFT)
 VY=!!(B AND #DOWN)-!!(B AND #UP)
 IF VX THEN VY=0
 IF VX || VY THEN
  IF PASSAGE(PX,PY,VX,VY) THEN
   PX=PX+VX:PY=PY+VY
   INC STEPS
   VIEW
  ENDIF
 ENDIF
 IF BUTTON(2) AND #A THEN
  SHOW=!SHOW
  VIEW
 ENDIF
 VSYNC
 B=BUTTON(1)
UNTIL (B AND #Y) || PX==M_W && PY==M_H
LOCATE 0,0
'いちばん短い道は幅+高さ-2 the shortest way has width+height-2 steps
IF B AND #Y THEN PRINT "オワリ ";STEPS ELSE PRINT "ゴール! ";STEPS;" サイタン ";M_W+M_H-2
END

'どの部屋も北か西の壁を残す each room keeps its north or west wall
DEF GROW
 VAR I,J
 FOR J=0 TO M_H+1
  FOR I=0 TO M_W+1
   IF I==0 || I==M_W+1 || J==0 || J==M_H+1 THEN
    R[I,J]=4
   ELSEIF I>1 && J>1 THEN
    R[I,J]=2-RND(2)
   ELSE
    '外へは壊せない no wall is broken to the outside
    R[I,J]=(I==1)+(J==1)*2
   ENDIF
  NEXT
 NEXT
END

'ゴールから根へ: 西か北、開いているほうは一つだけ
'From the goal to the root: only one of west and north is open
DEF GOBACK
 VAR X=M_W,Y=M_H
 WHILE X && Y
  WAY[X,Y]=1
  IF R[X,Y] AND 1 THEN DEC Y ELSE DEC X
 WEND
END

'進めるか whether one can go there: 東と南は行く先の部屋の壁を見る
'to the east and south the wall is that of the room beyond
DEF PASSAGE(X,Y,VX,VY)
 IF VX>0 THEN RETURN !(R[X+1,Y] AND 5)
 IF VY>0 THEN RETURN !(R[X,Y+1] AND 6)
 IF VX<0 THEN RETURN !(R[X,Y] AND 1)
 RETURN !(R[X,Y] AND 2)
END

'13x9部屋を描く draws 13 x 9 rooms, the player in the middle
DEF VIEW
 VAR X,Y
 GCLS
 FOR Y=MAX(PY-4,1) TO MIN(PY+4,M_H)
  FOR X=MAX(PX-6,1) TO MIN(PX+6,M_W)
   ROOM X,Y,184+(X-PX)*32,104+(Y-PY)*32
  NEXT
 NEXT
 GFILL 194,114,205,125,#RED
END

'1部屋 a room: 床、柱、壁、道しるべ floor, pillar, walls, sign
DEF ROOM X,Y,L,T
 VAR C=#SILVER
 IF X==M_W && Y==M_H THEN C=#LIME
 GFILL L,T,L+31,T+31,C
 GFILL L,T,L+2,T+2,#MAROON
 IF R[X,Y] AND 1 THEN GFILL L,T,L+2,T+31,#MAROON
 IF R[X,Y] AND 2 THEN GFILL L,T,L+31,T+2,#MAROON
 IF SHOW && WAY[X,Y] THEN GFILL L+12,T+12,L+21,T+21,#YELLOW
END
