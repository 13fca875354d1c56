'DEFs that only calculate are called once; arrays keep their length
DIM A[6]
X=3
GTRI CX(X)-6,9,CX(X)+6,9,CX(X),2
FOR I=0 TO LEN(A)-1
 A[I]=CX(X)+I
NEXT
FOR I=0 TO LEN(A)-1
 SWAP A[I],A[RND(6)]
 X=X+1
 PUSH A,CX(X)
NEXT
DEF CX(N)
 VAR W=5
 IF N<W THEN RETURN N*16
 RETURN (N-W)*16+8
END
