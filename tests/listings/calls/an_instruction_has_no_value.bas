' source: language reference 4.18
A=CLS() ' error: Illegal function call
