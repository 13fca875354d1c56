' source: language reference 2.8, measured
OPTION NONSENSE ' error: Syntax error
