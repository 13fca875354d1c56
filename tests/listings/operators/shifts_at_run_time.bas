' source: language reference 3.2, measured
A%=-8:N=1
PRINT A%>>N;" ";A%<<N;" ";A%>>40;" ";A%<<-1 ' expect: -4 -16 -1 0
