' source: language reference 2.2, measured
PRINT LEFT$("ABC",1.9) ' expect: A
