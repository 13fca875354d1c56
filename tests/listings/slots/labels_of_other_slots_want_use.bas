' source: language reference 4.7: a slot must have been made executable
GOTO "1:@A" ' error: Undefined label
