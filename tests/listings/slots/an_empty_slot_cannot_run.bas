' source: language reference 4.14, measured
EXEC 2 ' error: Syntax error
