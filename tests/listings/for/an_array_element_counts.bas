' source: language reference 4.5: not recorded on the machine
DIM A[1]
FOR A[0]=1 TO 3:PRINT A[0];:NEXT:PRINT ' expect: 123
