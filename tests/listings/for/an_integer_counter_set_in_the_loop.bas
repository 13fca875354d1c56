' source: language reference 4.5, 4.12; a bug of ours forgot to cut the sum
FOR N%=0 TO 0 STEP 0.5
INC C:IF C>3 THEN BREAK
N%=I-I
NEXT:PRINT C;N% ' expect: 40
