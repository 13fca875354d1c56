'retromaze用に書き下ろし 元:Pythonであそぼう 6
'(written for retromaze after it, 2022-10-10)
' 壁伸ばし法  WALL EXTENSION
'周囲の壁から無作為に壁を伸ばし、伸ばせなくなったら完成
M_W=37:M_H=17 '幅と高さ columns and rows: 5 to 50 and 5 to 30
W=M_W-(M_W MOD 2==0):H=M_H-(M_H MOD 2==0) '奇数に odd
ACLS
IF W<5 || W>49 || H<5 || H>29 THEN PRINT "M_W: 5 to 50, M_H: 5 to 30":END
DIM F[W,H],QX[0],QY[0],DIR[4] 'F 1:ゆか floor 0:壁 wall
'部屋 the room
PRINT "+";"-"*(W-2);"+"
FOR Y=1 TO H-2
 PRINT "|";" "*(W-2);"|"
 FOR X=1 TO W-2:F[X,Y]=1:NEXT
NEXT
PRINT "+";"-"*(W-2);"+"
'四辺の開始位置 places on the four sides
FOR X=2 TO W-3 STEP 2:PUSH QX,X:PUSH QY,0:NEXT
FOR X=2 TO W-3 STEP 2:PUSH QX,X:PUSH QY,H-1:NEXT
FOR Y=2 TO H-3 STEP 2:PUSH QX,0:PUSH QY,Y:NEXT
FOR Y=2 TO H-3 STEP 2:PUSH QX,W-1:PUSH QY,Y:NEXT
'かき混ぜる shuffle
FOR I=LEN(QX)-1 TO 0 STEP -1
 P=RND(I+1)
 SWAP QX[P],QX[I]:SWAP QY[P],QY[I]
NEXT
WHILE LEN(QX)
 X=SHIFT(QX):Y=SHIFT(QY) '先頭を取り出す
 N=0 '伸ばせる方向 where floor lies two blocks on
 IF Y>1 && F[X,Y-2] THEN DIR[N]=0:INC N
 IF X<W-2 && F[X+2,Y] THEN DIR[N]=1:INC N
 IF Y<H-2 && F[X,Y+2] THEN DIR[N]=2:INC N
 IF X>1 && F[X-2,Y] THEN DIR[N]=3:INC N
 IF N>0 THEN
  PUSH QX,X:PUSH QY,Y '最後に追加 to the tail
  ON DIR[RND(N)] GOSUB @UP,@RIGHT,@DOWN,@LEFT
  GOSUB @WALL:GOSUB @WALL
  UNSHIFT QX,X:UNSHIFT QY,Y '先頭に追加 to the head
  VSYNC
 ENDIF
WEND
LOCATE 0,H
END

@UP:DX=0:DY=-1:RETURN
@RIGHT:DX=1:DY=0:RETURN
@DOWN:DX=0:DY=1:RETURN
@LEFT:DX=-1:DY=0:RETURN
@WALL '1コマ伸ばす one block of wall
X=X+DX:Y=Y+DY:F[X,Y]=0
LOCATE X,Y:PRINT "#";
RETURN
