' source: appendix B, measured
A%=2147483647:INC A%
PRINT A% ' expect: -2147483648
