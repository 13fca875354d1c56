' source: language reference 5
PRINT LEFT$("A") ' error: Illegal function call
