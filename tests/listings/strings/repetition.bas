' source: language reference 3.2
PRINT "AB"*3;"[";"AB"*0;"]";"AB"*1.9 ' expect: ABABAB[]AB
