' source: language reference 3.2: published programs tell types by it
A$="A":N=VAL("5"):N%=7
PRINT A$==N;A$!=N%;A$<N;A$<=1.5;A$>N;A$>=1 ' expect: 333333
PRINT ""==1;"5"==5;A$+"B"==N*2 ' expect: 333
PRINT ""==N==3;""=="X"==3;(A$==N)+1 ' expect: 104
IF A$==5 THEN PRINT "T" ' expect: T
IF !(A$!=5) THEN PRINT "F" ELSE PRINT "T" ' expect: T
IF !(A$<5) THEN PRINT "F" ELSE PRINT "T" ' expect: T
W=0:WHILE A$>5 && W<2:INC W:WEND:PRINT W ' expect: 2
REPEAT:INC W:UNTIL A$<=N:PRINT W ' expect: 3
TYPE N:TYPE N%:TYPE A$:TYPE "" ' expect: NUMBER
' expect: NUMBER
' expect: STRING
' expect: STRING
PRINT LESS(A$,N);LESS(A$,"B");LESS(1,2) ' expect: 311
DIM Q[4]:Q[""==N]=9:PRINT Q[3] ' expect: 9
DEF TYPE V
IF ""==V==3 THEN PRINT "NUMBER" ELSE PRINT "STRING"
END
DEF LESS(A,B)
RETURN A<B
END
