' source: language reference 3.2, measured
A=0
PRINT 5 MOD A ' error: Divide by zero
