' source: language reference 4.6
WEND ' error: WEND without WHILE
