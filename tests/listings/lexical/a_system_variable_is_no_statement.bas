' source: language reference 1.7, measured; found when compiling
IF 0 THEN HARDWARE(0) ' error: Syntax error
