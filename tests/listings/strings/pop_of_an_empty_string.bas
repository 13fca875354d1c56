' source: language reference 5.5
A$="A":B$=POP(A$)
B$=POP(A$) ' error: Subscript out of range
