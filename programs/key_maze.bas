'retromaze用に書き下ろし 元:プチコン3号 12日目
'(written for retromaze after its maze, with sprites and a background)
' かぎの迷路  KEYS IN A MAZE
'スクロールする迷路を歩き、かぎを全部ひろって宝箱へ
M_W=16:M_H=12:KEYS=4 '部屋の数とかぎの数 rooms across and down, keys
IF M_W<12 || M_W>60 || M_H<7 || M_H>60 THEN PRINT "M_W: 12 to 60, M_H: 7 to 60":END
IF KEYS<1 || KEYS>9 THEN PRINT "KEYS: 1 to 9":END
ACLS
GRASS=1:HEDGE=10:CHEST=27:KEY=30 'BGのキャラ番号 characters
DIM VX[4],VY[4],BT[4],XSTK[0],YSTK[0],DIR[4]
FOR D=0 TO 3:READ VX[D],VY[D],BT[D]:NEXT '0右 1下 2左 3上
DATA 1,0,#RIGHT, 0,1,#DOWN, -1,0,#LEFT, 0,-1,#UP
'レイヤー0は草と花、1は生けがき layer 0 is grass, layer 1 the hedges
W=M_W*2+1:H=M_H*2+1
BGSCREEN 0,W,H:BGFILL 0,0,0,W-1,H-1,GRASS
BGSCREEN 1,W,H:BGFILL 1,0,0,W-1,H-1,HEDGE
'穴掘り。BGが配列のかわり digs; the layer itself is the array
X=1:Y=1:BGPUT 1,X,Y,0
PUSH XSTK,0:PUSH YSTK,0
REPEAT
 N=0
 FOR D=0 TO 3
  I=X+VX[D]*2:J=Y+VY[D]*2
  IF I>0 && I<W && J>0 && J<H THEN
   IF BGGET(1,I,J)==HEDGE THEN DIR[N]=D:INC N
  ENDIF
 NEXT
 IF N>0 THEN
  PUSH XSTK,X:PUSH YSTK,Y
  D=DIR[RND(N)]
  BGPUT 1,X+VX[D],Y+VY[D],0
  X=X+VX[D]*2:Y=Y+VY[D]*2:BGPUT 1,X,Y,0
 ELSE
  X=POP(XSTK):Y=POP(YSTK)
 ENDIF
UNTIL X==0
FOR I=1 TO M_W*M_H DIV 2:BGPUT 0,RND(W),RND(H),GRASS+1+RND(2):NEXT
'宝箱とかぎ。上の列にかぎの影 the chest, the keys, their shadows on top
BGPUT 1,W-2,H-2,CHEST
FOR I=1 TO KEYS
 REPEAT
  X=RND(M_W)*2+1:Y=RND(M_H)*2+1
 UNTIL X+Y>6 && BGGET(1,X,Y)==0
 BGPUT 1,X,Y,KEY
 SPSET I,11:SPOFS I,I*16-12,0:SPCOLOR I,#BLACK
NEXT
COLOR 15,1:LOCATE 0,29:PRINT "十字:歩く  Y:やめる";
PX=16:PY=16:OLD=-1:STEPS=0:FOUND=0:GOAL=0 '主人公 the player
SPSET 0,500
'散歩の曲、くり返し a tune for a walk, again and again
T$="T112:0@73V64L8O5[E4GED4CDEC>A4<C2F4AFE4DCD2R4G4E4GED4CDEC>A4<C2D4FDC4>B<DC2R2]"
T$=T$+":1@46V50L8O4[[CEGE]2[>A<CEC]2[>A<CFC]2[>B<DGD]2[CEGE]2[>A<CEC]2>A<DFD>B<DGDCEGEC4R4]"
BGMPLAY T$+":2@32V60O2[C2G2A2E2F2C2G2D2C2G2A2E2D2G2C1]"
REPEAT
 IF PX MOD 16==0 && PY MOD 16==0 THEN GOSUB @CELL
 IF K>=0 THEN PX=PX+VX[K]*2:PY=PY+VY[K]*2
 '画面は主人公を追う、迷路の外は見せない the view follows, within the map
 OX=MAX(0,MIN(PX-192,W*16-400)):OY=MAX(0,MIN(PY-112,H*16-240))
 BGOFS 0,OX,OY:BGOFS 1,OX,OY
 SPOFS 0,PX-OX,PY-OY
 VSYNC:B=BUTTON()
UNTIL GOAL || (B AND #Y)
LOCATE 0,29
IF GOAL THEN
 PRINT "ゴール! ";STEPS;"歩          ";
 SPANIM 0,"XY+",-8,0,-6,-8,0,0,3 '三度とぶ three jumps for joy
ELSE
 BGMSTOP:PRINT "終わり ";STEPS;"歩          ";
ENDIF
VSYNC 60
END

@CELL 'マスの上:ひろう、次の向きを決める on a cell: fetch, choose a way
C=BGGET(1,PX,PY,1):K=-1
IF C==KEY THEN GOSUB @FOUND
IF C==CHEST && FOUND==KEYS THEN
 BEEP 33:BGMPLAY "T150@56V100L16O5GRGRGR<C4>G8<E2" 'ファンファーレ a fanfare
 BGPUT 1,W-2,H-2,CHEST+1:GOAL=1:RETURN
ENDIF
FOR D=0 TO 3
 IF (B AND BT[D]) && K<0 THEN
  IF BGGET(1,PX+VX[D]*16,PY+VY[D]*16,1)!=HEDGE THEN K=D
 ENDIF
NEXT
IF K>=0 THEN INC STEPS
IF K==OLD THEN RETURN
OLD=K
IF K<0 && (B AND 15) THEN BEEP 10 '生けがきにぶつかる bumps into a hedge
IF K<0 THEN SPSTOP 0:RETURN
I=500+(K+3) MOD 4*4 '4枚ずつ:下、左、上、右 four pictures a way
SPANIM 0,"I",6,I,6,I+1,6,I+2,6,I+3,0:SPSTART 0
RETURN

@FOUND 'かぎは上の列へ飛んでいく a key flies to its place on top
INC FOUND:BEEP 8
BGPUT 1,PX DIV 16,PY DIV 16,0
SPCOLOR FOUND,#WHITE:SPOFS FOUND,PX-OX,PY-OY
SPANIM FOUND,"XY",-30,FOUND*16-12,0
RETURN
