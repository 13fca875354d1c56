' source: language reference 5.5: published programs do so
DIM A$[1],B$[2,2]
PUSH A$[0],"b":UNSHIFT A$[0],"a"
I=1:UNSHIFT B$[I,I-1],"cd"
PRINT A$[0];B$[1,0];LEN(A$) ' expect: abcd1
PUSH A$[1],"x" ' error: Subscript out of range
