'retromaze用に書き下ろし 元:コンソールで遊べる簡単なゲームを作る - 迷路
'(written for retromaze after its pictures of Kruskal's method)
' クラスカル法を一歩ずつ  KRUSKAL'S METHOD STEP BY STEP
M_W=4:M_H=4 '部屋の数 rooms: to 12 and 14
LEADERS=0 '部屋に 0:番号 room numbers 1:班長 the leaders of sets
IF M_W<1 || M_W>12 || M_H<1 || M_H>14 THEN PRINT "M_W: 1 to 12, M_H: 1 to 14":END
ACLS
FOR J=1 TO M_H
 PRINT "+";"---+"*M_W
 PRINT "|";"   |"*M_W
NEXT
PRINT "+";"---+"*M_W;
N=M_W*M_H
DIM WALL[0],U[N],SHOWN[N]
FOR I=0 TO N-1:SHOWN[I]=I:NUMBER I,I:NEXT
'壁 WALL: I*2 部屋Iの右 right of I, I*2+1 その下 below
FOR I=0 TO M_W-2
 FOR J=0 TO M_H-1:PUSH WALL,(I+J*M_W)*2:NEXT
NEXT
FOR I=0 TO M_W-1
 FOR J=0 TO M_H-2:PUSH WALL,(I+J*M_W)*2+1:NEXT
NEXT
FOR I=LEN(WALL)-1 TO 0 STEP -1
 P=RND(I+1):SWAP WALL[P],WALL[I] 'シャッフル shuffle
NEXT
FILL U,-1 'はじめは全員が班長 at first all lead themselves
FOR K=0 TO LEN(WALL)-1
 I=WALL[K] DIV 2
 IF WALL[K] AND 1 THEN
  J=I+M_W:A$="下":B$="その下"
 ELSE
  J=I+1:A$="右":B$="右隣"
 ENDIF
 TELL FORMAT$("マス %D から%Sの壁を壊すことを考える.",I,A$)
 A$=FORMAT$("今は %D と%Sの %D はつながってい",I,B$,J)
 IF UNION(I,J) THEN
  TELL A$+"ないので、実際にこの壁を壊す."
  X=I MOD M_W*4:Y=I DIV M_W*2
  IF WALL[K] AND 1 THEN LOCATE X+1,Y+2:PRINT "   "; ELSE LOCATE X+4,Y+1:PRINT " ";
  IF LEADERS THEN SHOWSETS
 ELSE
  TELL A$+"る."
  TELL "よって、この壁は壊さない."
 ENDIF
NEXT
END

'盤面の下に書く writes below the board
DEF TELL A$
 LOCATE 0,M_H*2+1
 PRINT A$;" "*(49-LEN(A$));
 VSYNC 40
END

DEF NUMBER I,K
 LOCATE I MOD M_W*4+1,I DIV M_W*2+1
 PRINT FORMAT$("%3D",K);
END

'班がかわった部屋に班長を writes new leaders into rooms
DEF SHOWSETS
 VAR I
 FOR I=0 TO N-1
  IF FIND(I)!=SHOWN[I] THEN SHOWN[I]=FIND(I):NUMBER I,SHOWN[I]
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
