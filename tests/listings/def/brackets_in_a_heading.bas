' source: language reference 5.5: published programs mark array parameters so; the brackets mean nothing
DIM A[3]
A[2]=7
ADD A,5 OUT S:PRINT S ' expect: 12
PRINT LAST(A,3) ' expect: 7
DEF ADD A[],N OUT S[]
S=A[2]+N
END
DEF LAST(A[],N)
RETURN A[N-1]
END
