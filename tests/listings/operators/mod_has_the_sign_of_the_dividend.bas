' source: appendix B, measured
PRINT -7 MOD 3;7 MOD -3;5.5 MOD 2;10 MOD 3.5 ' expect: -1111
