' source: language reference 4.18, measured
ABS(5) ' error: Illegal function call
