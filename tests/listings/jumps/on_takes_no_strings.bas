' source: language reference 4.7
ON 0 GOTO "@A" ' error: Syntax error
@A
