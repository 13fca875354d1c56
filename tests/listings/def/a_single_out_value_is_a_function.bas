' source: language reference 4.9
PRINT INC1(4) ' expect: 5
INC1 6 OUT V:PRINT V ' expect: 7
DEF INC1 A OUT B
B=A+1
END
