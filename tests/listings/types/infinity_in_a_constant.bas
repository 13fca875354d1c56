' source: language reference 2.2: saturates, unverified; a bug of ours crashed while folding
PRINT 1 DIV 1E400;5 MOD 1E400;NOT 1E400 ' expect: 05-2147483648
