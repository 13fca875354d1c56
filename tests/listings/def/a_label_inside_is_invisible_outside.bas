' source: language reference 4.7
GOTO @IN ' error: Undefined label
DEF F
@IN
END
