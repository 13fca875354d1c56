' source: language reference 3.4; the order is unverified
DIM P[4],Q%[4],W$[4]
VAR I,A,A%,S$,T$,N
I=0:INC P[I],F(1):PRINT P[0];P[1] ' expect: 10
I=0:INC Q%[I],F(2):PRINT Q%[0];Q%[1] ' expect: 20
I=0:INC W$[I],G$():PRINT W$[0];W$[1] ' expect: g
A=5:INC A,SET():PRINT A ' expect: 101
A%=5:DEC A%,SET():PRINT A% ' expect: 99
S$="old":INC S$,SET$():PRINT S$ ' expect: newt
S$="old":UNSHIFT S$,SET$():PRINT S$ ' expect: tnew
S$="abc":INC S$,SHARE$():PRINT S$;T$ ' expect: abcZabcZ
S$="abc":PUSH S$,SHARE$():PRINT S$;T$ ' expect: abcZabcZ
INC VAR(NAME$()),4:PRINT A%;N ' expect: 1031
A=-0.5*0:INC A,MINUS():PRINT A ' expect: 0
DEF F(X):I=1:RETURN X:END
DEF G$():I=1:RETURN "g":END
DEF SET():A=100:A%=100:RETURN 1:END
DEF SET$():S$="new":RETURN "t":END
DEF SHARE$():T$=S$:RETURN "Z":END
DEF NAME$():INC N:A%=99:RETURN "A%":END
DEF MINUS():RETURN 0*-1:END
