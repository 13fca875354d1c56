' source: language reference, 1.1; a bug of ours made I of it.
I=1:PRINT CHKVAR("i");CHKVAR("ı") ' expect: 10
VAR("ı")=2 ' error: Undefined variable
