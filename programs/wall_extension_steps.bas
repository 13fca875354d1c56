'retromaze用に書き下ろし 元:Pythonであそぼう 6
'(written for retromaze after it, 2022-10-10)
' 壁伸ばし法の途中経過  WALL EXTENSION, STEP BY STEP
'記事の乱数、方法AとB、途中経過、貼り付け用の文字列
'Its generator, methods A and B, each step, and text to paste
M_W=37:M_H=17 '幅と高さ columns and rows: 5 to 50 and 5 to 30
FIXED=0 '1:記事の種 the seeds of the article  0:RND
METHOD=0 '0:A 周囲の壁から from the frame  1:B 任意のゆかから from any floor
SHOW=0 '1:途中経過 X,Y,Dを表示 shows X, Y and the free sides D, slowly
TEXT=0 '1:TXT:WALLSへ書き出す writes DATA "..." lines to TXT:WALLS
'奇数にそろえる an even size is taken one smaller
W=M_W-(M_W MOD 2==0):H=M_H-(M_H MOD 2==0)
ACLS
IF W<5 || W>49 || H<5 || H>29 THEN PRINT "M_W: 5 to 50, M_H: 5 to 30":END
DIM M[W,H],QX[0],QY[0],S%[4]
C=1 '壁の番号 the number of a wall: 1 is the frame
'乱数の種 four words of 32 bits, not all zero
DATA 123456789,123456761,123456757,123456731
FOR I=0 TO 3
 READ S%[I]
 IF !FIXED THEN
  S%[I]=RND(65536)<<16
  S%[I]=S%[I] OR RND(65536) OR 1
 ENDIF
NEXT
'部屋 the frame
E$="+"+"-"*(W-2)+"+"
PRINT E$
FOR J=1 TO H-2
 PRINT "|";" "*(W-2);"|"
 M[0,J]=1:M[W-1,J]=1
NEXT
PRINT E$
FOR I=0 TO W-1
 M[I,0]=1:M[I,H-1]=1
NEXT
IF METHOD THEN
 'B 任意のゆか any floor where walls may stand
 FOR J=2 TO H-3 STEP 2
  FOR I=2 TO W-3 STEP 2:PUSH QX,I:PUSH QY,J:NEXT
 NEXT
ELSE
 'Label-01 四辺の開始位置 places on the four sides
 FOR I=2 TO W-3 STEP 2:PUSH QX,I:PUSH QY,0:NEXT
 FOR I=2 TO W-3 STEP 2:PUSH QX,I:PUSH QY,H-1:NEXT
 FOR J=2 TO H-3 STEP 2:PUSH QX,0:PUSH QY,J:NEXT
 FOR J=2 TO H-3 STEP 2:PUSH QX,W-1:PUSH QY,J:NEXT
ENDIF
'ダステンフェルドのシャッフル Durstenfeld's shuffle
FOR I=LEN(QX)-1 TO 0 STEP -1
 P=RANDOM(I+1)
 SWAP QX[P],QX[I]:SWAP QY[P],QY[I]
NEXT
COLOR 7
WHILE LEN(QX) 'Label-02
 X=SHIFT(QX):Y=SHIFT(QY) 'Label-03
 IF METHOD THEN FROMFLOOR ELSE FROMWALL
WEND 'Label-09
COLOR 15
IF TEXT THEN
 T$=""
 FOR J=0 TO H-1:INC T$,"DATA "+CHR$(34)+ROW$(J)+CHR$(34)+CHR$(10):NEXT
 SAVE "TXT:WALLS",T$
ENDIF
LOCATE 0,H
END

'A 壁から伸ばす from the frame or from a wall that stands
DEF FROMWALL
 VAR D=VALIDATE(X,Y) 'Label-04
 IF D==0 THEN RETURN 'Label-05
 PUSH QX,X:PUSH QY,Y 'Label-06
 D=GROW(D) 'Label-07
 'Label-08 先が伸ばせるなら先頭へ to the head of the queue
 IF VALIDATE(X,Y) THEN UNSHIFT QX,X:UNSHIFT QY,Y
END

'B ゆかから、ほかの壁に当たるまで from floor till it meets another wall
DEF FROMFLOOR
 VAR D
 DIM BX[0],BY[0]
 IF M[X,Y] THEN RETURN
 INC C
 M[X,Y]=C
 LOCATE X,Y:PRINT "#";
 REPEAT
  D=OTHERS(X,Y)
  IF D THEN
   PUSH BX,X:PUSH BY,Y '戻る場所 a place to come back to
  ELSE
   '自分に囲まれたら戻る shut in by itself it grows on from before
   X=POP(BX):Y=POP(BY)
  ENDIF
 UNTIL D && GROW(D)
END

'選んだ方向へ2コマ two blocks to a drawn side; tells what it meets
DEF GROW(D)
 VAR I,MET
 VAR K=BITSELECT(D,RANDOM(BITCOUNT(D)))
 IF SHOW THEN
  LOCATE 0,H:PRINT FORMAT$("%2D %2D %2D",X,Y,D);
  VSYNC 30
 ENDIF
 FOR I=1 TO 2
  X=X+(K==1)-(K==3):Y=Y+(K==2)-(K==0)
  MET=M[X,Y]
  IF !MET THEN
   M[X,Y]=C
   LOCATE X,Y:PRINT "#";
  ENDIF
 NEXT
 VSYNC
 RETURN MET
END

'伸ばせる方向 the free sides: 1 up, 2 right, 4 down, 8 left
DEF VALIDATE(X,Y)
 VAR D=0
 IF Y>=2 && M[X,Y-2]==0 THEN D=D OR 1
 IF X+2<W && M[X+2,Y]==0 THEN D=D OR 2
 IF Y+2<H && M[X,Y+2]==0 THEN D=D OR 4
 IF X>=2 && M[X-2,Y]==0 THEN D=D OR 8
 RETURN D
END

'2コマ先が自分でない方向 the sides where it does not meet itself
DEF OTHERS(X,Y)
 VAR D=M[X,Y-2]!=C
 IF M[X+2,Y]!=C THEN D=D OR 2
 IF M[X,Y+2]!=C THEN D=D OR 4
 IF M[X-2,Y]!=C THEN D=D OR 8
 RETURN D
END

'迷路の1行 a row of the maze
DEF ROW$(J)
 VAR I,R$="|"
 IF J==0 || J==H-1 THEN RETURN E$
 FOR I=1 TO W-2:INC R$,MID$(" #",M[I,J]!=0,1):NEXT
 RETURN R$+"|"
END

'4方向のビットを数える how many of the four sides are set
DEF BITCOUNT(N)
 RETURN (N AND 1)+(N>>1 AND 1)+(N>>2 AND 1)+(N>>3)
END

'P番目に1となっているビット position of the Pth set bit
DEF BITSELECT(N,P)
 VAR T=0
 WHILE P>0 || (N AND 1)==0
  P=P-(N AND 1)
  N=N>>1
  INC T
 WEND
 RETURN T
END

'0からN-1 S%[0]を符号なしと見たあまり as if S%[0] were unsigned
DEF RANDOM(N)
 XORSHIFT
 RETURN (((S%[0]>>1) AND &H7FFFFFFF) MOD N*2+(S%[0] AND 1)) MOD N
END

'Xorshift128  >>は符号をのばすので ANDで消す >> keeps the sign: mask it
DEF XORSHIFT
 VAR T%=S%[3]
 S%[3]=S%[2]:S%[2]=S%[1]:S%[1]=S%[0]
 T%=T% XOR (T%<<11)
 T%=T% XOR ((T%>>8) AND &HFFFFFF)
 S%[0]=T% XOR S%[1] XOR ((S%[1]>>19) AND &H1FFF)
END
