' source: language reference 4.6, measured
WHILE A<3:PRINT A;:INC A:WEND
WHILE 0:PRINT "NO":WEND
PRINT ' expect: 012
