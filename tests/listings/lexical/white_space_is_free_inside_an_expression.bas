' source: language reference 1.1
DIM A [ 3 ]
A [ 1 ] = 4 : PRINT A[ 1 ] ' expect: 4
