' source: language reference, 1.9 (measured).
USE=5 ' error: Syntax error
