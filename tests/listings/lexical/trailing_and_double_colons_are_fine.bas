' source: language reference 1.7, measured
A=1:
A=2::PRINT A: ' expect: 2
