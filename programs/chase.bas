'retromaze用に書き下ろし 元:Pythonであそぼう 6
'(written for retromaze after its right-hand walker, with sprites)
' 追いかけっこ  THE CHASE
'怪物は右手法で歩く。つかまる前にコインを全部ひろう
M_W=25:M_H=15:MON=3:STAGE=0 '列と行(奇数)、怪物、終えた面 columns, rows: odd, monsters, stages done
IF M_W<5 || M_W>25 || M_H<5 || M_H>15 || M_W*M_H MOD 2==0 THEN PRINT "M_W: 5 to 25, M_H: 5 to 15, odd":END
IF MON<1 || MON>7 || STAGE<0 || STAGE>98 THEN PRINT "MON: 1 to 7, STAGE: 0 to 98":END
ACLS
DIM VX[4],VY[4],BT[4],DIR[4]
'0上 1右 2下 3左、右手は+1 up, right, down, left
FOR K=0 TO 3:READ VX[K],VY[K],BT[K]:NEXT
DATA 0,-1,#UP, 1,0,#RIGHT, 0,1,#DOWN, -1,0,#LEFT
DIM X[8],Y[8],D[8],V[8] '0は主人公 where, which way, how fast: 0 is the player
BGSCREEN 0,M_W,M_H:BGSCREEN 1,M_W,M_H
COLOR 15,1:SCORE=0:COINS=0
'歌と低音と太鼓 a tune, its bass and drums
T$=":0@146V60L8O4[A4AB<C>BAEF4FGAGFDE4EFGFECDEFG#B4E4A4AB<C>BAEF4FGA<CDC>B4<C>BAG#EG#A2R2]"
T$=T$+":1@144V55L8O2[[A<A>]4[F<F>]4[C<C>]4[E<E>]4[A<A>]4[F<F>]4[E<E>]4[A<A>]3G#4]"
T$=T$+":2@128V75L8O2[CF#DF#CF#DD16D16]"
REPEAT
 IF COINS==0 THEN GOSUB @STAGE
 LOCATE 1,0:PRINT "面";STAGE;" 得点";SCORE;" 十字:歩く Y:やめる ";
 FOR I=0 TO N_MON
  IF X[I] MOD 16==0 && Y[I] MOD 16==0 THEN
   IF I==0 THEN GOSUB @PLAYER ELSE GOSUB @HUNT
  ENDIF
  X[I]=X[I]+VX[D[I]]*V[I]:Y[I]=Y[I]+VY[D[I]]*V[I]
  SPOFS I,X[I],Y[I]
 NEXT
 VSYNC:B=BUTTON()
 HIT=SPHITSP(0)
UNTIL HIT>=0 || (B AND #Y)
LOCATE 1,0
IF HIT<0 THEN PRINT "終わり 得点";SCORE;"               ":BGMSTOP:END
PRINT "つかまった! 得点";SCORE;"               "
BEEP 17:BGMPLAY "T140@144V70L8O5ED#DC#C2":SPANIM 0,"C",-90,0 '消えていく fades away
VSYNC 100
END

@STAGE '面ごとに季節がかわる each stage has another season
S=STAGE MOD 8*32
PATH=S+5:TREE=S+16:COIN=S+31
SPCLR
BGFILL 0,0,0,M_W-1,M_H-1,PATH
BGFILL 1,0,0,M_W-1,M_H-1,TREE
BGFILL 1,1,1,M_W-2,M_H-2,0
'棒倒し、3本に1本は倒さない sticks fall, but one of three
FOR J=2 TO M_H-3 STEP 2
 FOR I=2 TO M_W-3 STEP 2
  BGPUT 1,I,J,TREE
  IF RND(3)>0 THEN
   N=0
   FOR K=(J>2) TO 3
    IF BGGET(1,I+VX[K],J+VY[K])==0 THEN DIR[N]=K:INC N
   NEXT
   K=DIR[RND(N)]
   BGPUT 1,I+VX[K],J+VY[K],TREE
  ENDIF
 NEXT
NEXT
FOR J=1 TO M_H-2 STEP 2
 FOR I=1 TO M_W-2 STEP 2:BGPUT 1,I,J,COIN:NEXT
NEXT
COINS=(M_W DIV 2)*(M_H DIV 2)
INC STAGE:BGMPLAY "T180@146V70L16O5CEG<C8>G<C4"
VSYNC 60:BGMPLAY "T"+STR$(136+MIN(STAGE,20)*4)+T$ '面ごとに速く quicker each stage
'主人公は左上、怪物は右に the player top left, monsters on the right
N_MON=MIN(MON+STAGE-1,7)
FOR I=0 TO N_MON
 X[I]=(M_W-2)*16:Y[I]=(M_H-2-(I-1)*2 MOD (M_H-1))*16
 D[I]=3:V[I]=1+(I MOD 2==0):N=124+I*4
 IF I==0 THEN X[0]=16:Y[0]=16:N=500
 SPSET I,N:SPCOL I,4,4,8,8
 SPANIM I,"I",8,N,8,N+1,8,N+2,8,N+3,0
NEXT
RETURN

@PLAYER 'コインをひろい、押した方へ fetches a coin, goes where a button says
IF BGGET(1,X[0],Y[0],1)==COIN THEN
 BGPUT 1,X[0] DIV 16,Y[0] DIV 16,0
 INC SCORE,10:DEC COINS:BEEP 8
ENDIF
V[0]=0
FOR K=0 TO 3
 IF (B AND BT[K]) && V[0]==0 THEN
  IF BGGET(1,X[0]+VX[K]*16,Y[0]+VY[K]*16,1)!=TREE THEN V[0]=2:N=K
 ENDIF
NEXT
IF V[0]==0 || N==D[0] THEN RETURN
D[0]=N:N=500+(N+2) MOD 4*4
SPANIM 0,"I",6,N,6,N+1,6,N+2,6,N+3,0
RETURN

@HUNT '右手法:右を向き、木があれば左へ turns right, then left while there is a tree
D[I]=(D[I]+1) MOD 4
WHILE BGGET(1,X[I]+VX[D[I]]*16,Y[I]+VY[D[I]]*16,1)==TREE
 D[I]=(D[I]+3) MOD 4
WEND
RETURN
