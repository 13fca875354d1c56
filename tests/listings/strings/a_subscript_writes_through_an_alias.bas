' source: language reference 2.6
A$="ABC":B$=A$:A$[1]="x"
PRINT B$ ' expect: AxC
