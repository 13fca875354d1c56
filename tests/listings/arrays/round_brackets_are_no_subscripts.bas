' source: language reference 2.7, measured
DIM A(3) ' error: Syntax error
