'retromaze用に書き下ろし 元:なでしこの連載
'(written for retromaze after a column, for the game that its mazes are for)
' 迷路探検  EXPLORING A BIG MAZE
'大きな迷路をスクロールして歩く。下画面は歩いたあたりの地図
N=55:SOUND=0 '列数、音1:あり columns and rows: odd, 5 to 79; 1: sound
IF N<5 || N>79 || N MOD 2==0 THEN PRINT "N: 5 to 79, odd":END
ACLS
XSCREEN 2 '下画面も使う the lower screen too
DIM M[N,N],DIR[4],C[3],T[3]
C[0]=#SILVER:C[1]=#MAROON:C[2]=#LIME '地図の通路、壁、ゴール floor, wall, goal
T[0]=11:T[1]=8:T[2]=27 'そのBGのキャラ番号 their characters
'棒倒し法 安全版 sticks that fall safely
FOR I=0 TO N-1:M[I,0]=1:M[I,N-1]=1:M[0,I]=1:M[N-1,I]=1:NEXT
FOR Y=2 TO N-3 STEP 2
 FOR X=2 TO N-3 STEP 2
  M[X,Y]=1:K=0
  IF Y==2 && M[X,Y-1]==0 THEN DIR[K]=0:INC K
  IF M[X,Y+1]==0 THEN DIR[K]=1:INC K
  IF M[X-1,Y]==0 THEN DIR[K]=2:INC K
  IF M[X+1,Y]==0 THEN DIR[K]=3:INC K
  D=DIR[RND(K)]
  M[X+(D==3)-(D==2),Y+(D==1)-(D==0)]=1
 NEXT
NEXT
M[N-2,N-2]=2:S=240 DIV N '地図の1マス dots a block on the map
BGSCREEN 0,N+24,N+14:BGFILL 0,0,0,N+23,N+13,1 'まわりは草 grass around
FOR Y=0 TO N-1:FOR X=0 TO N-1:BGPUT 0,X+12,Y+7,T[M[X,Y]]:NEXT:NEXT
DISPLAY 1
LOCATE 31,1:PRINT "十字:歩く":LOCATE 31,3:PRINT "Y:やめる"
DISPLAY 0
PX=1:PY=1:STEPS=0
SPSET 0,500:SPOFS 0,192,112:BGOFS 0,16,16 '主人公はまん中 in the middle
@DRAW
DISPLAY 1 'まわりを地図へ what is near, on the map
FOR Y=MAX(PY-2,0) TO MIN(PY+2,N-1)
 FOR X=MAX(PX-2,0) TO MIN(PX+2,N-1)
  GFILL X*S,Y*S,X*S+S-1,Y*S+S-1,C[M[X,Y]]
 NEXT
NEXT
GFILL PX*S,PY*S,PX*S+S-1,PY*S+S-1,#RED
DISPLAY 0
IF M[PX,PY]==2 THEN A$="ゴール!":GOTO @END
REPEAT
 VSYNC:B=BUTTON(1)
 IF B AND #Y THEN A$="終わり":GOTO @END
 X=PX+!!(B AND #RIGHT)-!!(B AND #LEFT):Y=PY
 IF X==PX THEN Y=PY+!!(B AND #DOWN)-!!(B AND #UP)
 IF SOUND && M[X,Y]==1 THEN BEEP 10 '壁の音 a bump
UNTIL M[X,Y]!=1 && (X!=PX || Y!=PY)
K=500+((X<PX)+(Y<PY)*2+(X>PX)*3)*4 '4枚ずつ:下左上右 four a way
SPANIM 0,"I",2,K+1,2,K+2,1,K
PX=X:PY=Y:INC STEPS
BGANIM 0,"XY",-4,PX*16,PY*16 '迷路が流れる the maze scrolls
IF SOUND THEN BEEP 28 '足音 a step
GOTO @DRAW
@END
VSYNC 5 '止まるまで until it stands
IF SOUND && M[PX,PY]==2 THEN BEEP 81 'ファンファーレ a fanfare
COLOR 15,1:PRINT A$;" ";STEPS;"歩"
IF M[PX,PY]==2 THEN SPANIM 0,"XY+",-8,0,-6,-8,0,0,3:VSYNC 50 '三度とぶ three jumps
