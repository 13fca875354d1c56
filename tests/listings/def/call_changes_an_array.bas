' source: language reference 4.10 and 5.5
DIM A%[1]
CALL "PUSH",A%,2.5:CALL "UNSHIFT",A%,1
PRINT CALL("POP",A%);CALL("SHIFT",A%);LEN(A%) ' expect: 211
CALL "SHIFT",A% OUT V:PRINT V;LEN(A%) ' expect: 00
PRINT CALL("POP",A%) ' error: Subscript out of range
