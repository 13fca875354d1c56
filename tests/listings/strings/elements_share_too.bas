' source: language reference 2.6: names refer to the same object
DIM A$[2]
A$[0]="AB":A$[1]=A$[0]:INC A$[0],"C"
PRINT A$[1] ' expect: ABC
