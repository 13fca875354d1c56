' source: language reference 4.6, measured
WHILE A<4:INC A:IF A==2 THEN CONTINUE
PRINT A;:WEND
PRINT ' expect: 134
