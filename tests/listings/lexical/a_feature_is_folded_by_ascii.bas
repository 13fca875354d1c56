' source: language reference, 1.1 and 4.16.
XON "mic":XOFF "Mic":XON "mıc" ' error: Syntax error
