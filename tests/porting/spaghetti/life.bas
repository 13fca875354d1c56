' one row of cells, rule 110, with GOTO for every loop
W=38
DIM A[W],B[W]
A[W-1]=1
G=0
@GEN
I=0:L$=""
@DRAW
IF A[I] THEN L$=L$+"*":GOTO @DRAWN
L$=L$+"."
@DRAWN
I=I+1:IF I<W GOTO @DRAW
PRINT L$
I=0
@CELL
L=0:IF I>0 THEN L=A[I-1]
R=0:IF I<W-1 THEN R=A[I+1]
P=L*4+A[I]*2+R
IF P==0 OR P==4 OR P==7 GOTO @DEAD
B[I]=1
GOTO @ON
@DEAD
B[I]=0
@ON
I=I+1
IF I<W GOTO @CELL
FOR I=0 TO W-1:A[I]=B[I]:NEXT
G=G+1
IF G<14 GOTO @GEN
