' source: language reference 5.10
TABSTEP=17 ' error: Out of range
