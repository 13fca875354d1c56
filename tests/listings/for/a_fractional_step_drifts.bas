' source: language reference 4.5, measured
FOR I=0 TO 2 STEP 0.1:N=N+1:NEXT
PRINT N ' expect: 20
