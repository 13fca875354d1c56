'retromaze用に書き下ろし 元:プチコン3号 12日目 (written for retromaze
'after its rule of 5日目)
' バイナリーツリー法  BINARY TREE MAZE
'各部屋は北か西、どちらかの壁を残す: 道は右か下へだけ伸びる
'Each room keeps its north or its west wall: paths go right or down
M_W=66:M_H=39 'へやの数 rooms across and down
IF M_W<1 || M_W>199 || M_H<1 || M_H>119 THEN PRINT "M_W: 1 to 199, M_H: 1 to 119":END
ACLS
S=MIN(399 DIV M_W,239 DIV M_H) '1部屋のドット dots a room
R=M_W*S:B=M_H*S
GFILL 0,0,R,B,#NAVY
GBOX 0,0,R,B,#WHITE
FOR J=0 TO M_H-1
 FOR I=0 TO M_W-1
  X=I*S:Y=J*S
  IF I>0 && J>0 THEN
   'ほかの部屋には選ぶ余地がない the other rooms have no choice
   IF RND(2) THEN
    GLINE X,Y,X,Y+S,#WHITE '西の壁 keep the west wall
   ELSE
    GLINE X,Y,X+S,Y,#WHITE '北の壁 keep the north wall
   ENDIF
  ENDIF
 NEXT
 VSYNC
NEXT
GLINE 0,1,0,S-1,#NAVY '入口 entrance
GLINE R,B-S+1,R,B-1,#NAVY '出口 exit
END
