' source: language reference 1.5, seed listing
GOTO @E
@E X=1:PRINT X ' expect: 1
