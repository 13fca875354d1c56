' source: language reference 4.9, measured
DEF F(A) OUT B ' error: Syntax error
B=1
END
