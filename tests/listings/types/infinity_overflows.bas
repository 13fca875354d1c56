' source: language reference 2.2
A=1E300
A%=A*A ' error: Overflow
