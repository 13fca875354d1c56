' source: language reference 2.1
A=2147483647:INC A
PRINT A ' expect: 2147483648
