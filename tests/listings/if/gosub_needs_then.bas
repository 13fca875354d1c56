' source: language reference 4.4
IF 1 GOSUB @L ' error: Syntax error
@L RETURN
