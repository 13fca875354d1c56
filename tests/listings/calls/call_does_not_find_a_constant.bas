' source: language reference 4.10: CALL reaches builtins, except those that are constants
PRINT CALL("ABS",-5);PI() ' expect: 53.14159265
A=CALL("PI") ' error: Undefined function
