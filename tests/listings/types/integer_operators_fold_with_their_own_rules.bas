' source: language reference 2.4, measured
PRINT -1073741824*2 DIV -1 ' expect: -2147483648
