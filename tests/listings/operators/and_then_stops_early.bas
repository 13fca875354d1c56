' source: language reference 10, quirk 11
DIM A[2]
I=5
IF I<LEN(A) && A[I]==0 THEN PRINT "NO" ELSE PRINT "SAFE" ' expect: SAFE
