' source: language reference 5.5
DIM A[2]
ADD A
DEF ADD B
PUSH B[0],"1" ' error: Type mismatch
END
