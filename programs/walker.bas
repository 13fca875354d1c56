'retromaze用に書き下ろし 元:Pythonであそぼう 6 <テキスト19>
'(written for retromaze after its text 19) 右手法で歩く RIGHT-HAND WALKER
ACLS
DIM TX[3],TY[3],B[0],DIR[3]
FOR I=1 TO 17:READ R$:PRINT R$:NEXT
FOR T=0 TO 2 '目標 a,b,c the targets
 READ TX[T],TY[T]:LOCATE TX[T],TY[T]:PRINT CHR$(97+T);
NEXT
X=1:Y=1:D=0:U$=" " 'D 0:A上 1:>右 2:V下 3:<左
GOSUB @SHOW
FOR T=0 TO 2
 REPEAT
  GOSUB @TURN
  LOCATE X,Y:PRINT U$; '足もと what was there before
  K=D:GOSUB @LOOK
  IF FREE THEN X=LX:Y=LY
  U$=CHR$(CHKCHR(X,Y)):GOSUB @SHOW
 UNTIL X==TX[T] && Y==TY[T]
 U$=" "
NEXT
LOCATE 0,17:END
@SHOW '1秒に10歩 ten steps a second
COLOR 3:LOCATE X,Y:PRINT MID$("A>V<",D,1);
COLOR 15:VSYNC 6:RETURN
@LOOK 'K側の隣 the place beside: is it free?
LX=X+(K==1)-(K==3):LY=Y+(K==2)-(K==0)
FREE=INSTR("#+-|",CHR$(CHKCHR(LX,LY)))<0:RETURN
@TURN '覚えた道があればそちらへ a branch remembered here
FOR I=LEN(B)-1 TO 0 STEP -1
 IF B[I] DIV 4==Y*37+X THEN
  K=B[I] MOD 4:B[I]=-1 '忘れる and forgotten
  IF K!=(D+2) MOD 4 THEN D=K
  RETURN
 ENDIF
NEXT
N=0 '右、前、左の順、次の道は覚える right, ahead, left
FOR I=5 TO 3 STEP -1
 K=(D+I) MOD 4:GOSUB @LOOK:IF FREE THEN DIR[N]=K:INC N
NEXT
IF N>1 THEN PUSH B,(Y*37+X)*4+DIR[1]
IF N>0 THEN D=DIR[0] ELSE D=(D+3) MOD 4
RETURN
DATA "+-----------------------------------+"
DATA "| #   # #     #     #               |"
DATA "| ### # # ##### # ### ### ##### ### |"
DATA "|   # #   #     # #   # # #   # # # |"
DATA "| ### # ### ### # # ### # ### ### # |"
DATA "| #   # #   # # # # #       #     # |"
DATA "| # ### # ### # ### # ##### # ##### |"
DATA "| # #     #   #     # #   # # #     |"
DATA "| # ### ### # ##### # ### # # ### ##|"
DATA "|     # #   #     # #   #   #   # # |"
DATA "|## ### ####### # # # ####### # ### |"
DATA "| # # #       # # # #         #     |"
DATA "| # # # ### ### ### # ####### ######|"
DATA "| # #   # # #       # #             |"
DATA "| # ##### ### ####### ### ######### |"
DATA "|             #         # #         |"
DATA "+-----------------------------------+"
DATA 1,4,9,5,15,1
