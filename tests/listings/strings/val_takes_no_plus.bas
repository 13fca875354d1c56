' source: language reference 5.3; unverified, follows from there being no unary plus
PRINT VAL("+5");VAL("-5");VAL("1E+2") ' expect: 0-5100
