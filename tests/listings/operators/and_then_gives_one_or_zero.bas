' source: language reference 3.2; that the operand itself is not given is unverified
PRINT 5&&-2;0.5||0;0||0 ' expect: 110
