' source: language reference 4.6, measured
REPEAT INC A:IF A<3 THEN CONTINUE
PRINT A;:UNTIL A>=4
PRINT ' expect: 34
