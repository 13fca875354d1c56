' source: language reference 4.7
F
@OUT END
DEF F
GOTO @OUT ' error: Undefined label
END
