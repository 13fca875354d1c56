'retromaze用に書き下ろし 元:穴掘り法のモジュール
'(written for retromaze after an article on digging)
'
' 穴掘り法  DIGGING
'すべて壁にして2マスずつ掘り、掘れなくなったら戻る
M_W=0:M_H=0 '幅と高さ 0なら聞く columns, rows; 0: asked
ACLS
GOTO @CHECK
@INPUT
PRINT "迷路を出力します"
PRINT "幅と高さが5以上の奇数を入力"
INPUT "Width = ",M_W
INPUT "Height = ",M_H
@CHECK '画面に入る25×29まで what the screen can hold
IF M_W<5 || M_W>25 || M_W MOD 2==0 GOTO @INPUT
IF M_H<5 || M_H>29 || M_H MOD 2==0 GOTO @INPUT
W=FLOOR(M_W):H=FLOOR(M_H)
DIM M[W,H],XSTK[0],YSTK[0],DIR[4]
FILL M,1 '1:壁 wall 0:通路 floor
FOR I=1 TO H:PRINT "# "*W:NEXT
T=CSRY-H '迷路の上端 the line where the maze begins
'最初の穴 the first hole
Y=RND(H DIV 2)*2+1:X=RND(W DIV 2)*2+1
DX=0:DY=0:GOSUB @DIG
PUSH XSTK,X:PUSH YSTK,Y
WHILE LEN(XSTK)
 X=XSTK[LEN(XSTK)-1]:Y=YSTK[LEN(YSTK)-1]
 '2マス先が壁なら掘れる where wall lies two blocks on
 N=0
 IF X-2>0 && M[X-2,Y] THEN DIR[N]=0:INC N
 IF X+2<W && M[X+2,Y] THEN DIR[N]=1:INC N
 IF Y-2>0 && M[X,Y-2] THEN DIR[N]=2:INC N
 IF Y+2<H && M[X,Y+2] THEN DIR[N]=3:INC N
 IF N>0 THEN
  ON DIR[RND(N)] GOSUB @L,@R,@U,@D
  GOSUB @DIG:GOSUB @DIG
  PUSH XSTK,X:PUSH YSTK,Y
  VSYNC
 ELSE
  X=POP(XSTK):Y=POP(YSTK) '戻る back
 ENDIF
WEND
'スタートとゴール start and goal
LOCATE 0,T+H-2:PRINT "S";
LOCATE W*2-2,T+1:PRINT "G";
LOCATE 0,T+H
END

@L:DX=-1:DY=0:RETURN
@R:DX=1:DY=0:RETURN
@U:DX=0:DY=-1:RETURN
@D:DX=0:DY=1:RETURN
@DIG '1マス掘る one block
X=X+DX:Y=Y+DY:M[X,Y]=0
LOCATE X*2,T+Y:PRINT " ";
RETURN
