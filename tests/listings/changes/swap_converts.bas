' source: language reference 4.12, measured
A%=1:B#=2.9:SWAP A%,B#
PRINT A%;B# ' expect: 21
