' 迷路探検  EXPLORING A BIG MAZE
' 出典 After: a column on なでしこ, whose mazes its scrolling game reads
' 大きな迷路を歩く。下画面に歩いたあたりの地図を描く
' Walk through a big maze: the four directions; Y quits. The lower
' screen keeps a map of what was near.
' TXT:MAZEがあれば使う It reads TXT:MAZE, the CSV that sticks writes,
' or else makes its own maze with sticks that fall safely
N=55 '列数 columns and rows: odd, 5 to 79
ACLS
XSCREEN 2 '下画面も使う the lower screen too
C$=""
IF CHKFILE("TXT:MAZE") THEN
 LOAD "TXT:MAZE",FALSE OUT C$
 W=INSTR(C$,CHR$(10))+1 '1行の長さ of a row, its end CR LF or LF
 N=W DIV 2
ENDIF
IF N<5 || N>79 || N MOD 2==0 THEN PRINT "N: 5 to 79, odd":END
IF C$!="" && LEN(C$)<W*(N-1)+2*N-1 THEN PRINT "TXT:MAZE: タリマセン too short":END
DIM M[N,N],SEEN[N,N],DIR[4]
IF C$=="" THEN STICKS ELSE READCSV
S=240 DIV N '地図の1マス dots a block on the map
PX=1:PY=1:STEPS=0
B=0
LOOK
VIEW
REPEAT
 VX=!!(B AND #RIGHT)-!!(B AND #LEFT)
 VY=!!(B AND #DOWN)-!!(B AND #UP)
 IF VX THEN VY=0
 IF VX || VY THEN
  X=PX+VX:Y=PY+VY
  IF X>=0 && X<N && Y>=0 && Y<N && M[X,Y]==0 THEN
   PX=X:PY=Y
   INC STEPS
   LOOK
   VIEW
  ENDIF
 ENDIF
 VSYNC
 B=BUTTON(1)
UNTIL (B AND #Y) || PX==N-2 && PY==N-2
LOCATE 0,0
IF B AND #Y THEN PRINT "オワリ ";STEPS ELSE PRINT "ゴール! ";STEPS
END

'棒倒し法 安全版 sticks that fall safely
DEF STICKS
 VAR X,Y,C,D
 FOR Y=0 TO N-1
  M[0,Y]=1:M[N-1,Y]=1:M[Y,0]=1:M[Y,N-1]=1
 NEXT
 FOR Y=2 TO N-3 STEP 2
  FOR X=2 TO N-3 STEP 2
   M[X,Y]=1
   C=0
   IF Y==2 && M[X,Y-1]==0 THEN DIR[C]=0:INC C
   IF M[X,Y+1]==0 THEN DIR[C]=1:INC C
   IF M[X-1,Y]==0 THEN DIR[C]=2:INC C
   IF M[X+1,Y]==0 THEN DIR[C]=3:INC C
   D=DIR[RND(C)]
   M[X+(D==3)-(D==2),Y+(D==1)-(D==0)]=1
  NEXT
 NEXT
END

'1マスは2文字 a block is two characters: 0 or 1, comma or row's end
DEF READCSV
 VAR X,Y
 FOR Y=0 TO N-1
  FOR X=0 TO N-1
   M[X,Y]=VAL(C$[Y*W+X*2])
  NEXT
 NEXT
END

'見えるマスの色 the color of a block; 外は黒 black outside
DEF PAINT(X,Y)
 IF X<0 || X>=N || Y<0 || Y>=N THEN RETURN #BLACK
 IF M[X,Y] THEN RETURN #MAROON
 IF X==N-2 && Y==N-2 THEN RETURN #LIME
 RETURN #SILVER
END

'まわりを地図に描く draws what is near on the map
DEF LOOK
 VAR X,Y
 DISPLAY 1
 FOR Y=MAX(PY-2,0) TO MIN(PY+2,N-1)
  FOR X=MAX(PX-2,0) TO MIN(PX+2,N-1)
   IF !SEEN[X,Y] THEN
    SEEN[X,Y]=1
    GFILL X*S,Y*S,X*S+S-1,Y*S+S-1,PAINT(X,Y)
   ENDIF
  NEXT
 NEXT
 DISPLAY 0
END

'25x15マスを描く draws 25 x 15 blocks, the player in the middle
DEF VIEW
 VAR I,J
 FOR J=0 TO 14
  FOR I=0 TO 24
   GFILL I*16,J*16,I*16+15,J*16+15,PAINT(PX+I-12,PY+J-7)
  NEXT
 NEXT
 GFILL 196,116,203,123,#RED
END
