' source: language reference 2.7 and 4.9: two published programs keep names in DIM DG[0]
OPTION DEFINT
DIM DG[0],R[0],S$[0],T$[0]
MK OUT DG
PRINT LEN(DG);DG[1] ' expect: 3X
DG[0]="A":DG[0]=DG[0]+"B":INC DG[0],"C":PRINT DG[0];LEN(DG[0]) ' expect: ABC3
PUSH DG,"Z":UNSHIFT DG,"Y":PRINT LEN(DG);POP(DG);SHIFT(DG) ' expect: 5ZY
PUSH DG[0],"D":PRINT POP(DG[0]);DG[0][1];LEN(DG[0]) ' expect: DB3
SWAP DG[0],DG[2]:SORT DG:PRINT DG[0];DG[1];DG[2] ' expect: ABCX
A$=DG[1]:INC A$,"!":PRINT DG[1] ' expect: ABC!
FOR I=0 TO LEN(DG)-1:PRINT DG[I];",";:NEXT:PRINT ' expect: ,ABC!,X,
R=NAMES():PRINT LEN(R);R[1,1] ' expect: 4Q
CALL "MK" OUT R:R=CALL("NAMES"):PRINT R[0,1]+R[1,1] ' expect: Q
NUMBERS OUT S$:PRINT S$[1]/2;LEN(S$) ' expect: 24
S$[0]=1.5:PRINT S$[0]+1 ' expect: 2.5
T$=S$ ' error: Type mismatch
DEF MK OUT A
DIM B$[3]
B$[1]="X"
A=B$
END
DEF NAMES()
DIM N$[2,2]
N$[1,1]="Q"
RETURN N$
END
DEF NUMBERS OUT A
DIM N#[4]
N#[1]=4
A=N#
END
