' source: language reference 2.8, measured
VAR A
VAR A ' error: Duplicate variable
