' source: language reference 2.3
A%=-2147483648
PRINT -A%;" ";ABS(A%) ' expect: -2147483648 -2147483648
