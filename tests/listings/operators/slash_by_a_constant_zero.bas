' source: language reference 2.4, measured
A=1/0 ' error: Divide by zero
