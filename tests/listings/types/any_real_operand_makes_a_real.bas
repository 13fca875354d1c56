' source: language reference 2.3
A%=2147483647:B=1
PRINT A%+B ' expect: 2147483648
