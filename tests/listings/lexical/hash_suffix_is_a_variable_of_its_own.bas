' source: language reference 1.2: A and A# are distinct
A=1:A#=2
PRINT A;A# ' expect: 12
