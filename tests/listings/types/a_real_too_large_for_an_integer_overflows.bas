' source: language reference 2.2, measured
A%=2147483647.0
PRINT A% ' expect: 2147483647
A%=2147483647.9 ' error: Overflow
