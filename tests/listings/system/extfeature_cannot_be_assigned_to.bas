' source: language reference, 5.10.
EXTFEATURE=1 ' error: Syntax error
