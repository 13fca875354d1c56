' source: language reference 2.2, measured
A%=1E10 ' error: Overflow
