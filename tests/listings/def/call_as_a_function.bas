' source: language reference 4.10: the manual, and four authors' programs
PRINT CALL("TWICE",3)+CALL("TWICE",CALL("TWICE",1)) ' expect: 10
F$="TWICE":PRINT CALL(F$,"ab") ' expect: abab
IF CALL("ONE") THEN PRINT CALL("SQ",4) ' expect: 16
DIM A[CALL("TWICE",2)]:A[CALL("ONE")]=5:PRINT LEN(A);A[1] ' expect: 45
PRINT CALL("twice","x")[1] ' expect: x
DEF TWICE(X)
RETURN X*2
END
DEF ONE()
RETURN 1
END
DEF SQ A OUT B
B=A*A
END
