' source: machine reference, 9.3: published programs read the list so
SAVE "TXT:AA","x":DIM D[1]:SAVE "DAT:AB",D
DIM A$[3]
FILES "TXT:",A$:PRINT A$[0];LEN(A$) ' expect: *AA1
FILES A$:PRINT A$[1];LEN(A$) ' expect:  AB2
FILES "DAT:",A$:PRINT "[";A$[0];"]" ' expect: [ AB]
FILES "//",A$:PRINT A$[0] ' expect: DEFAULT/
FILES "TXT:"+A$[0],A$:PRINT A$[0] ' expect: *AA
FILES "DEFAULT",A$:PRINT LEN(A$) ' expect: 2
FILES "NONE",A$:PRINT LEN(A$) ' expect: 0
FILES
' expect: *AA
' expect:  AB
