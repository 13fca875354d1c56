' source: language reference 4.8, measured
END 1 ' error: Syntax error
