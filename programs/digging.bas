' 穴掘り法  DIGGING MAZE
' 出典 After: 迷路生成アルゴリズム(穴掘り法), a Python module
' すべて壁にして、2マスずつ掘り進め、行き止まりなら戻る
' All is wall; a digger goes on by two blocks and back where stuck
M_W=0:M_H=0 '幅と高さ columns, rows: odd, 5 or more; 0 asks
P_W=2 '1マスの文字数 print width of a block
ACLS
ASKW=M_W==0:ASKH=M_H==0
REPEAT
 OK=1:ASK=ASKW || ASKH
 IF ASK THEN
  PRINT "メイロヲ シュツリョク シマス"
  PRINT "ハバト タカサガ 5イジョウノ キスウヲ ニュウリョク"
 ENDIF
 IF ASKW THEN LINPUT "Width = ";A$:M_W=WHOLE(A$):OK=M_W>=0
 IF ASKH && OK THEN LINPUT "Height = ";A$:M_H=WHOLE(A$):OK=M_H>=0
 IF !OK THEN
  PRINT "ユウコウナ スウジヲ ニュウリョク シテクダサイ"
  PRINT
 ELSEIF M_W<5 || M_H<5 || M_W MOD 2==0 || M_H MOD 2==0 THEN
  OK=0
  IF !ASK THEN
   PRINT "ハバト タカサハ 5イジョウノ キスウ"
   PRINT "Width and height: odd, 5 or more"
  ENDIF
 ELSEIF P_W<1 || M_W*P_W>50 || M_H>29 THEN
  OK=0
  PRINT "ガメンニ ハイリマセン"
  PRINT "P_W: 1 or more, M_W*P_W: to 50, M_H: to 29"
 ENDIF
 IF !OK && (!ASK || P_W<1 || P_W>10) THEN END
 ASKW=1:ASKH=1 'だめなら両方 both if there is a next time
UNTIL OK
L$=" "*((P_W-1) DIV 2):R$=" "*(P_W DIV 2)
F$=" "*P_W
DIM M[M_W,M_H],YSTK[0],XSTK[0],DIR[4]
@GENERATE
CLS
FOR J=0 TO M_H-1
 FOR I=0 TO M_W-1:M[I,J]=1:NEXT
 PRINT (L$+"#"+R$)*M_W
NEXT
'最初の穴 the first hole
Y=RND(M_H DIV 2)*2+1
X=RND(M_W DIV 2)*2+1
M[X,Y]=0
LOCATE X*P_W,Y:PRINT F$;
PUSH YSTK,Y:PUSH XSTK,X
WHILE LEN(XSTK)
 Y=YSTK[LEN(YSTK)-1]:X=XSTK[LEN(XSTK)-1]
 'どちらへ掘れるか which way can we dig?
 N=0
 IF X-2>0 && M[X-2,Y] THEN DIR[N]=0:INC N
 IF X+2<M_W && M[X+2,Y] THEN DIR[N]=1:INC N
 IF Y-2>0 && M[X,Y-2] THEN DIR[N]=2:INC N
 IF Y+2<M_H && M[X,Y+2] THEN DIR[N]=3:INC N
 IF N==0 THEN
  '2マス戻る two blocks back
  Y=POP(YSTK):X=POP(XSTK)
 ELSE
  D=DIR[RND(N)]
  FOR I=1 TO 2
   X=X+(D==1)-(D==0):Y=Y+(D==3)-(D==2)
   M[X,Y]=0
   LOCATE X*P_W,Y:PRINT F$;
  NEXT
  PUSH YSTK,Y:PUSH XSTK,X
  VSYNC
 ENDIF
WEND
'スタートとゴール start and goal
COLOR 7
LOCATE 0,M_H-2:PRINT L$;"S";R$;
LOCATE (M_W-1)*P_W,1:PRINT L$;"G";R$;
COLOR 15
LOCATE 0,M_H:PRINT "A:モウイチド again  B:オワリ end";
REPEAT
 VSYNC
 B=BUTTON(2)
 IF B AND #A THEN @GENERATE
UNTIL B AND #B
END

'文字列の数 the number in a text; -1: it is none
DEF WHOLE(T$)
 VAR I,N=LEN(T$)
 VAR SIGN=N>1 && INSTR("+-",T$[0])>=0
 IF N==0 THEN RETURN -1
 FOR I=SIGN TO N-1
  IF INSTR("0123456789",T$[I])<0 THEN RETURN -1
 NEXT
 '3けたまで 0 to 999: further out none fits
 IF T$[0]=="-" THEN RETURN 0
 RETURN MIN(VAL(MID$(T$,SIGN,N)),999)
END
