' source: language reference 4.12, measured
INC A:INC A,2.5:DEC A,.5:DEC B
PRINT A;B ' expect: 3-1
