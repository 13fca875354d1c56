' source: language reference 2.3, measured
A%=2147483647
PRINT FLOOR(A%)+1 ' expect: -2147483648
