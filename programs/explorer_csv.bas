'retromaze用に書き下ろし 元:なでしこの連載
'(written for retromaze after a column, for the game that its mazes are for)
' CSVの迷路探検  EXPLORING A MAZE FROM A CSV
'TXT:MAZEの迷路を歩く。sticks_csvがCSV=1で書く
'(walks through the maze in TXT:MAZE, as sticks_csv writes it with CSV=1)
SOUND=0 '音1:あり 1: sound
ACLS
XSCREEN 2 '下画面も使う the lower screen too
IF !CHKFILE("TXT:MAZE") THEN PRINT "TXT:MAZEがありません":END
LOAD "TXT:MAZE",FALSE OUT C$
W=INSTR(C$,CHR$(10))+1 '1行の長さ of a row, its end CR LF or LF
N=W DIV 2 '1マスは2文字 a block is two characters
IF N<5 || N>79 || N MOD 2==0 THEN PRINT "N: 5 to 79, odd":END
IF LEN(C$)<W*(N-1)+2*N-1 THEN PRINT "TXT:MAZEが短すぎます":END
DIM M[N,N],C[3],T[3]
C[0]=#SILVER:C[1]=#MAROON:C[2]=#LIME '地図の通路、壁、ゴール floor, wall, goal
T[0]=11:T[1]=8:T[2]=27 'そのBGのキャラ番号 their characters
FOR Y=0 TO N-1
 FOR X=0 TO N-1
  M[X,Y]=!!VAL(C$[Y*W+X*2]) '1:壁 wall 0:通路 floor
 NEXT
NEXT
IF M[N-2,N-2]==0 THEN M[N-2,N-2]=2
S=240 DIV N '地図の1マス dots a block on the map
BGSCREEN 0,N+24,N+14
BGFILL 0,0,0,N+23,N+13,1 'まわりは草 grass around
FOR Y=0 TO N-1
 FOR X=0 TO N-1
  BGPUT 0,X+12,Y+7,T[M[X,Y]]
 NEXT
NEXT
DISPLAY 1
LOCATE 31,1
PRINT "十字:歩く"
LOCATE 31,3
PRINT "Y:やめる"
DISPLAY 0
PX=1:PY=1
STEPS=0
SPSET 0,500:SPOFS 0,192,112 '主人公は画面のまん中 in the middle
BGOFS 0,16,16
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
@WAIT
VSYNC
B=BUTTON(1)
IF B AND #Y THEN A$="終わり":GOTO @END
X=PX+!!(B AND #RIGHT)-!!(B AND #LEFT):Y=PY
IF X==PX THEN Y=PY+!!(B AND #DOWN)-!!(B AND #UP)
'壁の切れ目から外へは出ない nobody leaves by a gap in the frame
IF X<0 || X>=N || Y<0 || Y>=N || X==PX && Y==PY GOTO @WAIT
IF SOUND && M[X,Y]==1 THEN BEEP 10 '壁の音 a bump
IF M[X,Y]==1 GOTO @WAIT
K=500+((X<PX)+(Y<PY)*2+(X>PX)*3)*4 '4枚ずつ:下左上右 four a way
SPANIM 0,"I",2,K+1,2,K+2,1,K
PX=X:PY=Y
INC STEPS
BGANIM 0,"XY",-4,PX*16,PY*16 '迷路が流れる the maze scrolls
IF SOUND THEN BEEP 28 '足音 a step
GOTO @DRAW
@END
VSYNC 5 '止まるまで until it stands
IF SOUND && M[PX,PY]==2 THEN BEEP 81 'ファンファーレ a fanfare
COLOR 15,1:PRINT A$;" ";STEPS;"歩"
IF M[PX,PY]==2 THEN SPANIM 0,"XY+",-8,0,-6,-8,0,0,3:VSYNC 50 '三度とぶ three jumps
