' source: language reference 4.6
WHILE 1 ' error 24 in line 2
