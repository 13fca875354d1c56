' source: language reference 2.5, measured
A=0:B=-1
PRINT A*B;" ";-A;" ";A*B+0 ' expect: -0 -0 0
