'retromaze用に書き下ろし 元:プチコン3号 12日目
'(written for retromaze after it: the article warns of this program)
' リカーシブ・バックトラッカー法 再帰版  BACKTRACKER BY DEF
'DEFが自分を呼べる回数には限りがあり、大きな迷路ではエラーになる
'A DEF can call itself only so often: about 50x50 rooms is the limit,
'and Stack overflow is what larger mazes end in: try 199x119
M_W=40:M_H=40 '部屋の数 rooms across and down
IF M_W<1 || M_W>199 || M_H<1 || M_H>119 THEN PRINT "M_W: 1 to 199, M_H: 1 to 119":END
D=0 '方向 direction
DIM R[M_W+2,M_H+2],DIR[4]
'外周は入れない部屋 the rooms around cannot be entered
FOR I=0 TO M_W+1:R[I,0]=1:R[I,M_H+1]=1:NEXT
FOR J=0 TO M_H+1:R[0,J]=1:R[M_W+1,J]=1:NEXT
ACLS
GFILL 1,1,M_W*2+1,M_H*2+1
GLINE 0,2,1,2,0 '入口 entrance
GPSET M_W*2+1,M_H*2,0 '出口 exit
VISIT 1,1
REPEAT UNTIL BUTTON(0)
GCLS
END

'部屋X,Yから行けるだけ行く goes wherever room X,Y leads to
DEF VISIT X,Y
 VAR N
 R[X,Y]=1
 GPSET X*2,Y*2,0
 REPEAT
  N=0
  IF !R[X+1,Y] THEN DIR[N]=0:INC N
  IF !R[X,Y+1] THEN DIR[N]=1:INC N
  IF !R[X-1,Y] THEN DIR[N]=2:INC N
  IF !R[X,Y-1] THEN DIR[N]=3:INC N
  IF N THEN
   D=DIR[RND(N)]
   GPSET X*2+(D==0)-(D==2),Y*2+(D==1)-(D==3),0 '壁 the wall
   VISIT X+(D==0)-(D==2),Y+(D==1)-(D==3)
  ENDIF
 UNTIL N==0
END
