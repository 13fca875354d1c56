'retromaze用に書き下ろし 元:穴掘り法のモジュール
'(written for retromaze after an article on digging)
'
' 穴掘り法の対話 the article's dialogue: its checks and messages,
' P_W (print_width), and another maze at A (regenerate)
M_W=0:M_H=0 '幅と高さ columns, rows: odd, 5 or more; 0 asks
P_W=2 '1マスの文字数 print width of a block
ACLS
ASKW=M_W==0:ASKH=M_H==0
REPEAT
 OK=1:ASK=ASKW || ASKH
 IF ASK THEN
  PRINT "迷路を出力します"
  PRINT "幅と高さが5以上の奇数を入力"
 ENDIF
 IF ASKW THEN LINPUT "Width = ";A$:M_W=WHOLE(A$):OK=M_W>=0
 IF ASKH && OK THEN LINPUT "Height = ";A$:M_H=WHOLE(A$):OK=M_H>=0
 IF !OK THEN
  PRINT "有効な数字を入力して下さい"
  PRINT
 ELSEIF M_W<5 || M_H<5 || M_W MOD 2==0 || M_H MOD 2==0 THEN
  OK=0
  IF !ASK THEN PRINT "幅と高さは5以上の奇数"
 ELSEIF P_W<1 || M_W*P_W>50 || M_H>29 THEN
  OK=0
  PRINT "画面に入りません"
  PRINT "P_W:1以上 M_W*P_W:50まで M_H:29まで"
 ENDIF
 IF !OK && (!ASK || P_W<1 || P_W>10) THEN END
 ASKW=1:ASKH=1 'だめなら両方 both if there is a next time
UNTIL OK
C=(P_W-1) DIV 2:R$=" "*C+"#"+" "*(P_W DIV 2)
FOR J=1 TO M_H:PRINT:NEXT '対話は残す the dialogue stays
T=CSRY-M_H '迷路の上端 the line where the maze begins
DIM M[M_W,M_H],XSTK[0],YSTK[0],DIR[4]
@GENERATE
FILL M,1 '1:壁 wall 0:通路 floor
FOR J=0 TO M_H-1
 LOCATE 0,T+J:PRINT R$*M_W;
NEXT
'最初の穴 the first hole
Y=RND(M_H DIV 2)*2+1:X=RND(M_W DIV 2)*2+1
DIG
PUSH XSTK,X:PUSH YSTK,Y
WHILE LEN(XSTK)
 X=XSTK[LEN(XSTK)-1]:Y=YSTK[LEN(YSTK)-1]
 '2マス先が壁なら掘れる where wall lies two blocks on
 N=0
 IF X-2>0 && M[X-2,Y] THEN DIR[N]=0:INC N
 IF X+2<M_W && M[X+2,Y] THEN DIR[N]=1:INC N
 IF Y-2>0 && M[X,Y-2] THEN DIR[N]=2:INC N
 IF Y+2<M_H && M[X,Y+2] THEN DIR[N]=3:INC N
 IF N>0 THEN
  D=DIR[RND(N)]
  FOR I=1 TO 2
   X=X+(D==1)-(D==0):Y=Y+(D==3)-(D==2)
   DIG
  NEXT
  PUSH XSTK,X:PUSH YSTK,Y
  VSYNC
 ELSE
  X=POP(XSTK):Y=POP(YSTK) '戻る back
 ENDIF
WEND
'スタートとゴール start and goal
COLOR 7
BLOCK 0,M_H-2,"S"
BLOCK M_W-1,1,"G"
COLOR 15
LOCATE 0,T+M_H:PRINT "A:もう一度  B:終わり";
REPEAT
 VSYNC
 B=BUTTON(2)
 IF B AND #A THEN @GENERATE
UNTIL B AND #B
END

'1マス掘る makes a block floor
DEF DIG
 M[X,Y]=0
 BLOCK X,Y," "
END

'マスの文字 shows a block
DEF BLOCK X,Y,S$
 LOCATE X*P_W+C,T+Y:PRINT S$;
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
