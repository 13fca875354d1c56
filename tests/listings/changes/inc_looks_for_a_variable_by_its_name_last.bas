' source: language reference 3.4; the order is unverified
VAR K$="A",A,B,C
INC VAR(K$),F():PRINT A;B ' expect: 10
K$="NONE"
INC VAR(K$),1/C ' error: Divide by zero
DEF F():K$="B":RETURN 1:END
