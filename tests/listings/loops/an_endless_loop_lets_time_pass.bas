' source: language reference 10, quirk 25
WHILE MAINCNT<5:WEND
PRINT MAINCNT>=5 ' expect: 1
