' source: language reference 3.4: the right side, then the subscripts
VAR S$,T$,N,I
DIM W$[3]
S$="old":S$[0]=SET$():PRINT S$ ' expect: tew
S$="abc":S$[1]=SHARE$():PRINT S$;T$ ' expect: aZcaZc
S$="abc":S$[COUNT(1)]=STR$(COUNT(2)):PRINT S$;N ' expect: a2c21
S$="abc":S$[OTHER(1)]="Q":PRINT S$ ' expect: xQz
N=0:W$[1]="def":W$[COUNT(1)][COUNT(2)]="X":PRINT W$[1];N ' expect: deX12
I=0:W$[0]="abc":W$[I][MOVE(2)]="Y":PRINT W$[0];W$[1] ' expect: abYdeX
DEF SET$():S$="new":RETURN "t":END
DEF SHARE$():T$=S$:RETURN "Z":END
DEF COUNT(X):N=N*10+X:RETURN X:END
DEF OTHER(X):S$="xyz":RETURN X:END
DEF MOVE(X):I=1:RETURN X:END
