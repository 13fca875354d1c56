' source: language reference 2.5, measured
A=1E300
PRINT A*A;" ";-A*A ' expect: inf -inf
