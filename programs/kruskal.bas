'retromaze用に書き下ろし 元:コンソールで遊べる簡単なゲームを作る - 迷路
'(written for retromaze after its part on Kruskal's method)
' クラスカル法  KRUSKAL'S MAZE
'壁を適当な順に選び、両側がつながっていなければ壊す
M_W=12:M_H=14 '部屋の数 rooms: to 12 and 14
IF M_W<1 || M_W>12 || M_H<1 || M_H>14 THEN PRINT "M_W: 1 to 12, M_H: 1 to 14":END
ACLS
FOR J=1 TO M_H
 PRINT "+";"---+"*M_W
 PRINT "|";"   |"*M_W
NEXT
PRINT "+";"---+"*M_W;
LOCATE 2,1:PRINT "S";
LOCATE M_W*4-2,M_H*2-1:PRINT "G";
'壁 WALL: I*2 部屋Iの右 right of I, I*2+1 その下 below
N=M_W*M_H
DIM WALL[0],U[N]
FOR I=0 TO M_W-2
 FOR J=0 TO M_H-1:PUSH WALL,(I+J*M_W)*2:NEXT
NEXT
FOR I=0 TO M_W-1
 FOR J=0 TO M_H-2:PUSH WALL,(I+J*M_W)*2+1:NEXT
NEXT
FOR I=LEN(WALL)-1 TO 0 STEP -1
 P=RND(I+1):SWAP WALL[P],WALL[I] 'シャッフル shuffle
NEXT
'U[I]<0: Iは班長、班は-U[I]人 I leads a set of -U[I]
FILL U,-1
FOR K=0 TO LEN(WALL)-1
 I=WALL[K] DIV 2
 X=I MOD M_W*4:Y=I DIV M_W*2
 IF WALL[K] AND 1 THEN
  IF UNION(I,I+M_W) THEN LOCATE X+1,Y+2:PRINT "   ";
 ELSE
  IF UNION(I,I+1) THEN LOCATE X+4,Y+1:PRINT " ";
 ENDIF
 VSYNC
NEXT
END

DEF FIND(I) 'Iの班の班長は? the leader of I
 IF U[I]<0 THEN RETURN I
 U[I]=FIND(U[I]) '班長だけを覚える
 RETURN U[I]
END

DEF UNION(I,J) '合併する 0:もう同じ班 joins two sets
 I=FIND(I):J=FIND(J)
 IF I==J THEN RETURN 0
 IF U[I]>=U[J] THEN SWAP I,J '大きい班の班長が続ける
 U[I]=U[I]+U[J]
 U[J]=I
 RETURN 1
END
