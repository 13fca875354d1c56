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
DIM M[N,N],C[3]
C[0]=#SILVER:C[1]=#MAROON:C[2]=#LIME '通路、壁、ゴール floor, wall, goal
FOR Y=0 TO N-1
 FOR X=0 TO N-1
  M[X,Y]=!!VAL(C$[Y*W+X*2]) '1:壁 wall 0:通路 floor
 NEXT
NEXT
IF M[N-2,N-2]==0 THEN M[N-2,N-2]=2
S=240 DIV N '地図の1マス dots a block on the map
DISPLAY 1
LOCATE 31,1
PRINT "十字:歩く"
LOCATE 31,3
PRINT "Y:やめる"
DISPLAY 0
PX=1:PY=1
STEPS=0
@DRAW '25x15マスを描く 25 x 15 blocks, the player in the middle
GCLS
FOR Y=MAX(PY-7,0) TO MIN(PY+7,N-1)
 FOR X=MAX(PX-12,0) TO MIN(PX+12,N-1)
  L=192+(X-PX)*16
  T=112+(Y-PY)*16
  GFILL L,T,L+15,T+15,C[M[X,Y]]
 NEXT
NEXT
GFILL 196,116,203,123,#RED
DISPLAY 1 'まわりを地図へ what is near, on the map
FOR Y=MAX(PY-2,0) TO MIN(PY+2,N-1)
 FOR X=MAX(PX-2,0) TO MIN(PX+2,N-1)
  GFILL X*S,Y*S,X*S+S-1,Y*S+S-1,C[M[X,Y]]
 NEXT
NEXT
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
PX=X:PY=Y
INC STEPS
IF SOUND THEN BEEP 28 '足音 a step
GOTO @DRAW
@END
IF SOUND && M[PX,PY]==2 THEN BEEP 81 'ファンファーレ a fanfare
COLOR 15,1:PRINT A$;" ";STEPS;"歩"
