' source: language reference 2.10
N=5
PRINT MAX(N,4)
' expect: 5
N=MAX(N,4,,1) ' error: Type mismatch
