' source: language reference 2.6, 2.7
DIM A$[1]
A$[0]="ABC":A$[0][1]="xyz"
PRINT A$[0] ' expect: AxyzC
