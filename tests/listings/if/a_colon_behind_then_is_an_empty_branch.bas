' source: language reference 4.4: published programs drop a value so
DIM A[2]
A[1]=1
IF 0 THEN :
PRINT 1 ' expect: 1
IF POP(A) THEN :
PRINT LEN(A) ' expect: 1
IF 1 THEN : ELSE PRINT "NO"
IF 0 THEN : ELSE PRINT "YES" ' expect: YES
IF 0 THEN : PRINT "NO"
IF 1 THEN : PRINT "YES" ' expect: YES
