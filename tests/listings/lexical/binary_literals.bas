' source: language reference 1.3, measured
PRINT &B1010;" ";&b11 ' expect: 10 3
