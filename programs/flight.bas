'retromaze用に書き下ろし(written for retromaze)
' 島めぐり飛行  FLIGHT OVER ISLANDS
'日が暮れる前に、旗の上をぜんぶ低く飛ぶ。山にはぶつかる
'飛行機は動かない。背景が回り、大きさをかえ、流れる the world moves
ISLES=18:FLAGS=8:TIME=60 '島、旗、秒 islands, flags, seconds
IF ISLES<1 || ISLES>40 || FLAGS<1 || FLAGS>9 THEN PRINT "ISLES: 1 to 40, FLAGS: 1 to 9":END
IF TIME<1 || TIME>600 THEN PRINT "TIME: 1 to 600":END
ACLS
FADE #BLACK 'まっ暗から begins in the dark
SEA=6:SAND=4:GRASS=1:TREE=16:HILL=19:HOUSE=20:FLAG=29
BACKCOLOR RGB(80,200,64) '木の下は緑 green below the trees
BGSCREEN 0,120,120
BGFILL 0,0,0,119,119,SEA
'島は外から砂、草、森、山 islands: sand, grass, wood, hills
FOR K=1 TO ISLES
 CX=40+RND(41):CY=40+RND(41):R=4+RND(5)
 FOR J=-R TO R
  FOR I=-R TO R
   X=CX+I:Y=CY+J
   C=BGGET(0,X,Y)
   D=(SQR(I*I+J*J)+RND(10)/10)/R '0まん中 1岸 middle, shore
   IF D<1 && C==SEA THEN BGPUT 0,X,Y,SAND
   IF D<0.8 && C<=SEA THEN BGPUT 0,X,Y,GRASS+RND(3)
   IF D<0.5 THEN BGPUT 0,X,Y,TREE+RND(3)
   IF D<0.25 THEN BGPUT 0,X,Y,HILL
  NEXT
 NEXT
 BGPUT 0,CX+2,CY,HOUSE
NEXT
FOR I=1 TO FLAGS
 REPEAT
  X=40+RND(41):Y=40+RND(41)
  C=BGGET(0,X,Y)
 UNTIL C!=SEA && C<HILL && C!=SAND
 BGPUT 0,X,Y,FLAG
NEXT
'飛行機とその影 the plane and its shadow
SPSET 0,104:SPHOME 0,8,8:SPSET 1,104:SPHOME 1,8,8
SPCOLOR 0,&H60000000:SPSCALE 1,2,2:SPOFS 1,200,150
BGHOME 0,200,150 '飛行機を中心に回る the world turns about the plane
PX=960:PY=960:A=0:TURN=0:H=2.5:T=0:CRASH=0
COLOR 15,1:LOCATE 1,29
PRINT "左右:まがる 上下:高さ  低く飛んで旗を取る  Y:やめる";
T$="{D=DF#A<D>AF#}{G=>G<DGBGD>A<EA<C#>AE}" 'ワルツの伴奏 the chords of a waltz
T$=T$+"T144:0@60V70L4O4[F#2A<D2>AB2<EC#2.D2>BG2BAB<C#D2.>]:1@48V42L2.O4[F#F#GEF#GEF#]"
BGMPLAY T$+":2@46V56L8O3[{D}{D}{G}>B<F#B<D>BF#{G}{D}]"
FADE 0,60
REPEAT
 LOCATE 1,0
 PRINT "旗";FLAGS;" 高さ";MID$("■■■■",0,H);MID$("    ",0,4-FLOOR(H));" のこり";TIME-T DIV 30;"秒 ";
 B=BUTTON()
 TURN=TURN*0.8+(!!(B AND #RIGHT)-!!(B AND #LEFT))*0.7
 H=MAX(1,MIN(4.9,H+(!!(B AND #UP)-!!(B AND #DOWN))*0.06))
 A=A+TURN
 X=PX+SIN(RAD(A))*3:Y=PY-COS(RAD(A))*3
 IF MIN(X,Y)<480 || MAX(X,Y)>1440 THEN
  TURN=3 '端で引き返す turns back at the edge
 ELSE
  PX=X:PY=Y
 ENDIF
 S=2.5/H '高いほど小さく the higher, the smaller
 BGROT 0,-A
 BGSCALE 0,S,S
 BGOFS 0,PX*S,PY*S
 SPROT 0,TURN*5:SPROT 1,TURN*5
 SPOFS 0,200+H*9,150+H*12:SPSCALE 0,2/H,2/H
 IF H<2 THEN GOSUB @LOW
 '夕焼け、そして夜 the sunset, then the night
 INC T
 IF T==TIME*10 THEN FADE &H60FF6000,TIME*20
 IF T==TIME*20 THEN FADE &HC0000030,TIME*20
 VSYNC 2
UNTIL FLAGS==0 || CRASH || T==TIME*30 || (B AND #Y)
C=#BLACK:A$="終わり":BGMSTOP 0,1.5 '曲も消えていく the tune fades, too
IF T==TIME*30 THEN A$="日が暮れました"
IF CRASH THEN BGMSTOP:C=#RED:A$="山にぶつかった!":SPANIM 1,"I",8,48,8,49,8,50,8,51,8,52,8,53
IF FLAGS==0 THEN C=#WHITE:A$="旗をぜんぶ取った!":SPANIM 1,"XY",-80,200,-30:BGMPLAY "T144@60V110L8O4DF#A<D4>A<F#2"
FADE C,90:GOSUB @WAIT
'幕のうしろで片づける clears up behind the veil
SPCLR:BGCLR:BACKCOLOR 0:CLS
LOCATE 14,14:PRINT A$;" のこり";TIME-T DIV 30;"秒"
FADE 0,60:GOSUB @WAIT
END

@WAIT
REPEAT:VSYNC:UNTIL !FADECHK()
RETURN

@LOW '低いと旗が取れる、山にぶつかる low: flags are fetched, hills are hit
IF BGGET(0,PX,PY,1)==HILL THEN CRASH=1:BEEP 13
FOR J=-12 TO 12 STEP 12
 FOR I=-12 TO 12 STEP 12
  IF BGGET(0,PX+I,PY+J,1)==FLAG THEN
   BGPUT 0,(PX+I) DIV 16,(PY+J) DIV 16,GRASS
   DEC FLAGS:BEEP 8
  ENDIF
 NEXT
NEXT
RETURN
