' source: language reference 4.7, measured
RETURN 1,2 ' error: Syntax error
