' source: language reference 2.7
DIM A[2,3],B[0]
FOR I=0 TO 1:FOR J=0 TO 2:A[I,J]=I*10+J:NEXT:NEXT
COPY B,A:PRINT B[1];" ";B[3] ' expect: 1 10
