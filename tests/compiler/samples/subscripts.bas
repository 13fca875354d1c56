' A subscript is tested where it may be negative, and in no other place.
DIM A[9],B[3,3]
FOR I=0 TO 8
 A[I]=I
NEXT
K=A[4]-5
B[K,1]=A[K+1]
