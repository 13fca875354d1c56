' source: language reference 3.2
PRINT 5&&-2;0.5||0;0||0 ' expect: 110
