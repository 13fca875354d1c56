' source: language reference 2.4
PRINT STR$((1<2)*1000000) ' expect: 1000000
