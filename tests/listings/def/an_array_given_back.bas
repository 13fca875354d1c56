' source: language reference 4.9: published programs make arrays so
DIM C%[0]
MK 3 OUT C%
PRINT LEN(C%) ' expect: 3
C%[2]=7
C%=MK(2):PRINT LEN(C%);C%[1] ' expect: 25
PUSH C%,2.5:PRINT C%[2] ' expect: 2
CALL "MK",4 OUT C%:PRINT LEN(C%) ' expect: 4
DEF MK N OUT A%
DIM B%[N]
B%[1]=5
A%=B%
END
