' source: language reference 10, quirk 8
A%=3
PRINT A%*65536*65536;" ";65536*65536*A% ' expect: 0 12884901888
