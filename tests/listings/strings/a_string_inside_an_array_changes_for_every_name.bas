' source: language reference 2.6 and 5.5
DIM A$[2]
A$[0]="ab":S$=A$[0]:A$[1]=S$
PUSH A$[0],"c":PRINT S$;A$[1] ' expect: abcabc
PRINT SHIFT(A$[1]);S$;A$[0] ' expect: abcbc
UNSHIFT A$[1],S$:PRINT S$ ' expect: bcbc
