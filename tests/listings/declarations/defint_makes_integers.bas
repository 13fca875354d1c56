' source: language reference 2.8, measured
OPTION DEFINT
A=3.7:A#=3.7
PRINT A;" ";A# ' expect: 3 3.7
