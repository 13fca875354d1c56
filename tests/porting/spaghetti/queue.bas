' shortest way through a maze, breadth first
DIM M$[7],D[7,9],Q[0]
DATA "#########","#   #   #","# # # # #","# #   # #","# ##### #","#       #","#########"
FOR Y=0 TO 6
READ M$[Y]
FOR X=0 TO 8:D[Y,X]=-1:NEXT
NEXT
D[1,1]=0:PUSH Q,1:PUSH Q,1
@TAKE
IF LEN(Q)==0 GOTO @NO_WAY
Y=SHIFT(Q):X=SHIFT(Q)
IF X==7 AND Y==1 GOTO @THERE
FOR I=0 TO 3
NX=X:NY=Y
IF I==0 THEN NX=X+1
IF I==1 THEN NX=X-1
IF I==2 THEN NY=Y+1
IF I==3 THEN NY=Y-1
IF MID$(M$[NY],NX,1)=="#" THEN @WALL
IF D[NY,NX]>=0 THEN @WALL
D[NY,NX]=D[Y,X]+1
PUSH Q,NY:PUSH Q,NX
@WALL
NEXT
GOTO @TAKE
@NO_WAY
PRINT "NO WAY"
END
@THERE
PRINT "STEPS ";D[Y,X]
