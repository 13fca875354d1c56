' source: language reference 4.5
FOR I%=1.9 TO 3:PRINT I%;:NEXT:PRINT ' expect: 123
