' source: language reference 4.4, measured
IF 1 THEN "@L" ' error: Syntax error
@L
