' 壁伸ばし法  WALL EXTENSION MAZE
' 出典 After: Python であそぼう 6 (2022-10-10)
' 四辺から無作為に壁を伸ばし、伸ばせる場所がなくなれば完成
' Walls grow at random from the frame until no floor for them is left
M_W=37:M_H=17 '幅と高さ columns and rows: 5 to 50 and 5 to 30
FIXED=0 '1:記事の種 the seeds of the article  0:RND
'奇数にそろえる an even size is taken one smaller
W=M_W-(M_W MOD 2==0):H=M_H-(M_H MOD 2==0)
ACLS
IF W<5 || W>49 || H<5 || H>29 THEN PRINT "M_W: 5 to 50, M_H: 5 to 30":END
DIM M[W,H],QX[0],QY[0],TX[0],TY[0],S%[4]
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
'Label-01 四辺の開始位置 places on the four sides
FOR I=2 TO W-3 STEP 2:PUSH TX,I:PUSH TY,0:NEXT
FOR I=2 TO W-3 STEP 2:PUSH TX,I:PUSH TY,H-1:NEXT
FOR J=2 TO H-3 STEP 2:PUSH TX,0:PUSH TY,J:NEXT
FOR J=2 TO H-3 STEP 2:PUSH TX,W-1:PUSH TY,J:NEXT
'ダステンフェルドのシャッフル Durstenfeld's shuffle
N=LEN(TX)
DIM IDX[N]
FOR I=0 TO N-1:IDX[I]=I:NEXT
FOR I=N-1 TO 0 STEP -1
 P=RANDOM(I+1)
 SWAP IDX[P],IDX[I]
NEXT
FOR I=0 TO N-1
 PUSH QX,TX[IDX[I]]:PUSH QY,TY[IDX[I]]
NEXT
COLOR 7
WHILE LEN(QX) 'Label-02
 X=SHIFT(QX):Y=SHIFT(QY) 'Label-03
 D=VALIDATE(X,Y) 'Label-04
 IF D THEN 'Label-05
  PUSH QX,X:PUSH QY,Y 'Label-06
  P=RANDOM(BITCOUNT(D)) 'Label-07
  K=BITSELECT(D,P)
  FOR I=1 TO 2
   X=X+(K==1)-(K==3):Y=Y+(K==2)-(K==0)
   M[X,Y]=1
   LOCATE X,Y:PRINT "#";
  NEXT
  'Label-08 先が伸ばせるなら先頭へ to the head of the queue
  IF VALIDATE(X,Y) THEN UNSHIFT QX,X:UNSHIFT QY,Y
  VSYNC
 ENDIF
WEND 'Label-09
COLOR 15
LOCATE 0,H
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

'ビットを数える how many bits are set
DEF BITCOUNT(N)
 VAR C=0
 WHILE N
  C=C+(N AND 1)
  N=N>>1
 WEND
 RETURN C
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
