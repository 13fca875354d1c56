' A DEF is written for each kind of argument.
N=SUM(1,2)
N$=SUM("A","B")
SPLIT 7 OUT Q,R
DEF SUM(X,Y)
 RETURN X+Y
END
DEF SPLIT N OUT Q,R
 Q=N DIV 2
 R=N MOD 2
END
