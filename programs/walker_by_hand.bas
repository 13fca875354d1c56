'retromaze用に書き下ろし 元:Pythonであそぼう 6 <テキスト19>
'(written for retromaze after its text 19, the right-hand walker)
' 手で直した迷路を右手法で歩く  THE WALKER IN MAZES CHANGED BY HAND
'壁を壊すと島ができ、同じ所を回ることがある。それを見つけて知らせる
'Where walls are broken it may go round for ever, which it finds out
M_W=37:M_H=17 '幅と高さ columns and rows: 5 to 50 and 5 to 28
HOLES=0 '壊す壁の数 walls to knock out: islands
ARTICLE=0 '1:記事の迷路と目標、毎秒10歩 the article's own, 10 steps a second
EDIT=0 '1:歩く前に壁を手で直す walls changed by hand before the walk
PACE=1 '1歩のフレーム frames a step
IF ARTICLE THEN M_W=37:M_H=17:PACE=6
W=M_W-(M_W MOD 2==0):H=M_H-(M_H MOD 2==0)
IF W<5 || W>49 || H<5 || H>27 || HOLES<0 || HOLES>99 THEN
 PRINT "M_W: 5 to 50, M_H: 5 to 28, HOLES: 0 to 99"
 END
ENDIF
BARE=ARTICLE || EDIT '記事の規則だけ by the article's rule alone
ACLS
DIM M[W,H],TX[3],TY[3],V[W,H],B[0],KB[0]
VAR KX,KY,KD,AGE,LIFE 'KB,KX,KY,KD: 前のようす how it was before
IF ARTICLE THEN READMAZE ELSE EXTEND
'壁を壊して島を作る knock holes, so that walls become islands
FOR I=1 TO MIN(HOLES,(W-3) DIV 2*((H-3) DIV 2))
 REPEAT
  X=RND(W-2)+1
  Y=RND(H-2)+1
 UNTIL (X+Y) MOD 2 && M[X,Y]
 M[X,Y]=0
NEXT
'迷路を表示 print the maze
E$="+"+"-"*(W-2)+"+"
PRINT E$
FOR Y=1 TO H-2
 R$=""
 FOR X=1 TO W-2:INC R$,MID$(" #",M[X,Y],1):NEXT
 PRINT "|";R$;"|"
NEXT
PRINT E$
'目標 the targets
COLOR 7
FOR I=0 TO 2
 IF ARTICLE THEN
  READ TX[I],TY[I]
 ELSE
  TX[I]=RND(W DIV 2)*2+1
  TY[I]=RND(H DIV 2)*2+1
 ENDIF
 LOCATE TX[I],TY[I]:PRINT CHR$(97+I);
NEXT
T=0
IF EDIT THEN HAND
X=1:Y=1:D=0 'D 0:A上 1:>右 2:V下 3:<左
ARROW
STEPS=0
FOR T=0 TO 2
 LOST=0
 LIMIT=STEPS+4*W*H*(1+BARE*3)
 LIFE=1
 KEEP
 WHILE X!=TX[T] || Y!=TY[T]
  IF STEPS==LIMIT THEN
   IF BARE THEN RESULT " 迷子":END
   '同じ所を回っている: 通った回数の少ない方へ行く going round in
   'circles: from now on to where it has been least
   LOST=1
   FILL V,0
   WHILE LEN(B):K=POP(B):WEND
  ENDIF
  IF LOST THEN
   V[X,Y]=V[X,Y]+1
   LEAST
  ELSEIF !BRANCH() THEN
   TURN
  ENDIF
  LOCATE X,Y:PRINT UNDER$();
  IF FREE(X+DX(D),Y+DY(D)) THEN X=X+DX(D):Y=Y+DY(D)
  INC STEPS
  ARROW
  IF BARE && AGAIN() THEN RESULT " いつまでも回る":END
 WEND
NEXT
RESULT ""
END

'壁伸ばし法 wall extension
DEF EXTEND
 VAR I,J,P,X,Y,N,D
 DIM QX[0],QY[0],DIR[4]
 '四辺の壁 the frame, and the places walls grow from
 FOR I=0 TO W-1:M[I,0]=1:M[I,H-1]=1:NEXT
 FOR J=0 TO H-1:M[0,J]=1:M[W-1,J]=1:NEXT
 FOR I=2 TO W-3 STEP 2:PUSH QX,I:PUSH QY,0:NEXT
 FOR I=2 TO W-3 STEP 2:PUSH QX,I:PUSH QY,H-1:NEXT
 FOR J=2 TO H-3 STEP 2:PUSH QX,0:PUSH QY,J:NEXT
 FOR J=2 TO H-3 STEP 2:PUSH QX,W-1:PUSH QY,J:NEXT
 FOR I=LEN(QX)-1 TO 0 STEP -1
  P=RND(I+1)
  SWAP QX[P],QX[I]:SWAP QY[P],QY[I]
 NEXT
 WHILE LEN(QX)
  X=SHIFT(QX):Y=SHIFT(QY)
  N=0
  FOR D=0 TO 3
   IF FREE(X+DX(D)*2,Y+DY(D)*2) THEN DIR[N]=D:INC N
  NEXT
  IF N THEN
   PUSH QX,X:PUSH QY,Y
   D=DIR[RND(N)]
   FOR I=1 TO 2
    X=X+DX(D):Y=Y+DY(D)
    M[X,Y]=1
   NEXT
   UNSHIFT QX,X:UNSHIFT QY,Y
  ENDIF
 WEND
END

'記事の迷路 <テキスト18> the maze of the article
DEF READMAZE
 VAR X,Y,R$
 FOR Y=0 TO H-1
  READ R$
  FOR X=0 TO W-1:M[X,Y]=R$[X]!=" ":NEXT
 NEXT
END
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
DATA 1,4,9,5,15,1 '目標 a(1,4) b(9,5) c(15,1)

'壁を手で直す walls by hand: the four directions, A and X
DEF HAND
 VAR K
 LOCATE 0,H:PRINT "十字ボタン:動く  A:壁  X:歩く";
 X=1:Y=1
 REPEAT
  COLOR 15,3
  LOCATE X,Y:PRINT BLOCK$();
  REPEAT:VSYNC:K=BUTTON(1):UNTIL K
  IF K AND #A THEN M[X,Y]=!M[X,Y]
  COLOR 7+8*M[X,Y],0
  LOCATE X,Y:PRINT BLOCK$();
  X=MIN(MAX(X+!!(K AND #RIGHT)-!!(K AND #LEFT),1),W-2)
  Y=MIN(MAX(Y+!!(K AND #DOWN)-!!(K AND #UP),1),H-2)
 UNTIL K AND #X
 COLOR 7
 LOCATE 0,H:PRINT " "*29;
END

'壁か足もと a wall, or what the walker stands on
DEF BLOCK$()
 IF M[X,Y] THEN RETURN "#"
 RETURN UNDER$()
END

'矢印 shows the walker
DEF ARROW
 COLOR 3
 LOCATE X,Y:PRINT MID$("A>V<",D,1);
 COLOR 7
 VSYNC PACE
END

'歩数 how many steps it took, and how it ended
DEF RESULT WORDS$
 COLOR 15
 LOCATE 0,H:PRINT "歩数:";STEPS;WORDS$
END

'足もと what the walker stands on
DEF UNDER$()
 VAR I
 FOR I=T TO 2
  IF X==TX[I] && Y==TY[I] THEN RETURN CHR$(97+I)
 NEXT
 RETURN " "
END

DEF DX(D)
 RETURN (D==1)-(D==3)
END
DEF DY(D)
 RETURN (D==2)-(D==0)
END

'床か is it floor? 外は床ではない
DEF FREE(X,Y)
 IF X<0 || X>=W || Y<0 || Y>=H THEN RETURN 0
 RETURN M[X,Y]==0
END

'覚えた道を新しいものから探し、あれば忘れてそちらを向く
'takes the branch last remembered here; one behind is only forgotten
DEF BRANCH()
 VAR I,J,K
 FOR I=LEN(B)-1 TO 0 STEP -1
  IF B[I] DIV 4==Y*W+X THEN
   K=B[I] MOD 4
   FOR J=I TO LEN(B)-2:B[J]=B[J+1]:NEXT
   J=POP(B)
   IF K!=(D+2) MOD 4 THEN D=K
   RETURN 1
  ENDIF
 NEXT
 RETURN 0
END

'右、前、左の順 right, ahead, left; the next one free is remembered
DEF TURN
 VAR I,K,N
 VAR G=(D+3) MOD 4
 FOR I=5 TO 3 STEP -1
  K=(D+I) MOD 4
  IF FREE(X+DX(K),Y+DY(K)) THEN
   INC N
   IF N==1 THEN G=K
   IF N==2 THEN PUSH B,(Y*W+X)*4+K
  ENDIF
 NEXT
 D=G
END

'通った回数がいちばん少ない方 where it has been least, right first
DEF LEAST
 VAR I,K,G,F=1E9
 FOR I=5 TO 2 STEP -1
  K=(D+I) MOD 4
  IF FREE(X+DX(K),Y+DY(K)) && V[X+DX(K),Y+DY(K)]<F THEN
   G=K
   F=V[X+DX(K),Y+DY(K)]
  ENDIF
 NEXT
 D=G
END

'いまのようすを覚える keeps how all is now, for twice as long each time
DEF KEEP
 VAR I
 KX=X:KY=Y:KD=D
 WHILE LEN(KB):I=POP(KB):WEND
 FOR I=0 TO LEN(B)-1:PUSH KB,B[I]:NEXT
 AGE=0
 LIFE=LIFE*2
END

'前と同じならいつまでも回る ブレントの循環検出 Brent's cycle detection
DEF AGAIN()
 VAR I
 INC AGE
 IF X==KX && Y==KY && D==KD && LEN(B)==LEN(KB) THEN
  FOR I=0 TO LEN(B)-1
   IF B[I]!=KB[I] THEN BREAK
  NEXT
  IF I==LEN(B) THEN RETURN 1
 ENDIF
 IF AGE==LIFE THEN KEEP
 RETURN 0
END
