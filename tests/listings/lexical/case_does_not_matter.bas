' source: language reference 1.1
print Abs(-3):aB=4:PRINT Ab ' expect: 3
' expect: 4
