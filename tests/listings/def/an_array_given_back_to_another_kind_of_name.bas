' source: language reference 2.7 and 4.9: the name means the array made inside; a wrong kind, 8
DIM C%[0],D$[0]
MK OUT C%:PRINT LEN(C%);C%[1,2] ' expect: 60.5
C%[0,0]=1.25:SHOW C% ' expect: 1.25
C%=MK2():PRINT C%[0]/2 ' expect: 1.5
CALL "MK" OUT C%:PRINT C%[1,2] ' expect: 0.5
C%=CALL("MK"):PRINT C%[1,2] ' expect: 0.5
D$=C% ' error: Type mismatch
DEF MK OUT A
DIM B[2,3]
B[1,2]=0.5
A=B
END
DEF MK2()
DIM B[1]:B[0]=3:RETURN B
END
DEF SHOW A
PRINT A[0,0]
END
