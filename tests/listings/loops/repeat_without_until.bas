' source: language reference 4.6
REPEAT ' error 22 in line 2
