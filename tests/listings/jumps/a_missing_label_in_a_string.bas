' source: language reference 4.7, measured
GOTO "@NO"+"WHERE" ' error: Undefined label
