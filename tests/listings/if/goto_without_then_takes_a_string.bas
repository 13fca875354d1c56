' source: language reference 4.4
IF 1 GOTO "@L"
PRINT "NO"
@L PRINT "L" ' expect: L
