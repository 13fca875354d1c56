' source: language reference 4.5, 4.12: INC A%,0.5 adds and cuts
FOR I%=0 TO 3 STEP 1.5:PRINT I%;:NEXT:PRINT ' expect: 0123
