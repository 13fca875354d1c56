' source: language reference 4.11, measured
RESTORE @NOWHERE ' error: Undefined label
