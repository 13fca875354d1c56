' source: language reference 4.10: CALL reaches builtins too
PRINT CALL("ABS",-3);CALL("LEFT$","ABC",2);CALL("FLOOR",CALL("ABS",-2.5)) ' expect: 3AB2
A%=CALL("VAL","12")/5:PRINT A% ' expect: 2
PRINT CALL("LEFT$",1,2) ' error: Type mismatch
