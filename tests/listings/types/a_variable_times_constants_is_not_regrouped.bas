' source: language reference 2.4: X*2*3 is not X*6
A%=1073741824
PRINT A%*4*0.5;" ";A%*(4*0.5) ' expect: 0 -2147483648
