' クラスカル法  KRUSKAL'S MAZE
' 出典 After: [Python] コンソールで遊べる簡単なゲームを作る - 迷路
' 壁を無作為な順に選び、両側がつながっていなければ壊す
' Walls in random order: each is broken if its two sides are not yet
' joined, which disjoint sets (union-find) tell
M_W=12:M_H=14 '部屋の数 rooms across and down: to 12 and 14
NUMBERS=0 '部屋に 0:SとG 1:番号 room numbers 2:班長 the leaders of sets
IF M_W<1 || M_W>12 || M_H<1 || M_H>14 || NUMBERS<0 || NUMBERS>2 THEN
 PRINT "M_W: 1 to 12, M_H: 1 to 14, NUMBERS: 0 to 2"
 END
ENDIF
ACLS
FOR J=1 TO M_H
 PRINT "+";"---+"*M_W
 PRINT "|";"   |"*M_W
NEXT
PRINT "+";"---+"*M_W;
N=M_W*M_H
SPEED=1 '1つの壁のフレーム frames a wall
IF NUMBERS THEN
 SPEED=20
 FOR I=0 TO N-1:NUMBER I,I:NEXT
ELSE
 LOCATE 2,1:PRINT "S";
 LOCATE M_W*4-2,M_H*2-1:PRINT "G";
ENDIF
'壁 the walls: I*2 east of room I, I*2+1 south of it
DIM WALL[0],U[N],LEADER[N]
FOR I=0 TO N-1:LEADER[I]=I:NEXT
FOR I=0 TO M_W-2
 FOR J=0 TO M_H-1:PUSH WALL,(I+J*M_W)*2:NEXT
NEXT
FOR I=0 TO M_W-1
 FOR J=0 TO M_H-2:PUSH WALL,(I+J*M_W)*2+1:NEXT
NEXT
'シャッフル shuffle
FOR I=LEN(WALL)-1 TO 0 STEP -1
 P=RND(I+1)
 SWAP WALL[P],WALL[I]
NEXT
'U[I]<0: Iは班長、-U[I]人の班 I leads a set of -U[I] rooms
FILL U,-1
FOR K=0 TO LEN(WALL)-1
 I=WALL[K] DIV 2
 X=I MOD M_W:Y=I DIV M_W
 IF WALL[K] AND 1 THEN
  IF UNION(I,I+M_W) THEN LOCATE X*4+1,Y*2+2:PRINT "   ";:SETS
 ELSE
  IF UNION(I,I+1) THEN LOCATE X*4+4,Y*2+1:PRINT " ";:SETS
 ENDIF
NEXT
END

'部屋IにKと書く writes K into room I
DEF NUMBER I,K
 LOCATE I MOD M_W*4+1,I DIV M_W*2+1
 PRINT FORMAT$("%3D",K);
END

'班がかわった部屋に班長を writes new leaders into rooms
DEF SETS
 VAR I,K
 IF NUMBERS==2 THEN
  FOR I=0 TO N-1
   K=FIND(I)
   IF K!=LEADER[I] THEN LEADER[I]=K:NUMBER I,K
  NEXT
 ENDIF
 VSYNC SPEED
END

'Iの班の班長 the leader of I's set
DEF FIND(I)
 IF U[I]<0 THEN RETURN I
 U[I]=FIND(U[I]) 'つぎから早い shortens the way
 RETURN U[I]
END

'2つの班を合わせる 1:できた 0:もう同じ班 joins two sets
DEF UNION(I,J)
 I=FIND(I):J=FIND(J)
 IF I==J THEN RETURN 0
 IF U[I]>=U[J] THEN SWAP I,J
 '大きい方の班長が続ける the leader of more rooms goes on
 U[I]=U[I]+U[J]
 U[J]=I
 RETURN 1
END
