' source: language reference 2.1, measured
FOR I=2147483640 TO 2147483647:N=N+1:NEXT
PRINT N;" ";I ' expect: 8 2147483648
