' source: language reference 3.2
PRINT 1 DIV 0.5 ' error: Divide by zero
