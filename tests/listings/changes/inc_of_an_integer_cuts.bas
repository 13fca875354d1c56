' source: language reference 4.12, a guess
A%=1:INC A%,1.9:PRINT A% ' expect: 2
